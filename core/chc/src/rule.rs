//! Clauses in the form that engines work on: `body && cond ==> head`, without guards.

mod skeleton;

pub use skeleton::Skeleton;

use hornbook_base::AssertId;
use hornbook_horn::fold::Folding;
use hornbook_horn::polynomial::has_product;
use hornbook_horn::{
    Clause, ClauseId, Goal, Instance, Names, Op, PredId, Subst, Substituter, System, Term, Var,
};
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};

/// A predicate applied to arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atom {
    /// The predicate.
    pub pred: PredId,
    /// The arguments.
    pub args: Vec<Term>,
}

impl Atom {
    /// The atom with terms substituted for variables, and constants folded.
    pub(crate) fn subst(&self, map: &Subst) -> Atom {
        self.put_in(&mut Substituter::for_map(map), &mut Folding::default())
    }

    fn put_in(&self, replacing: &mut Substituter, folding: &mut Folding) -> Atom {
        let args = self.args.iter().map(|a| folding.fold(&replacing.apply(a)));
        Atom { pred: self.pred, args: args.collect() }
    }
}

/// `body && cond ==> head`; a head of `None` is `false`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The derived atom.
    pub head: Option<Atom>,
    /// The premises.
    pub body: Vec<Atom>,
    /// The condition; a conjunction.
    pub cond: Vec<Term>,
    /// The clauses that the rule is made of.
    pub skeleton: Skeleton,
    /// The assertion that a rule for `false` violates.
    pub assert: Option<AssertId>,
}

/// A clause that the engines cannot use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnsupportedClause {
    /// The clause.
    pub clause: ClauseId,
    /// The unsupported feature, in words.
    pub what: String,
}

/// The rules of a system without arrays and quantifiers.
///
/// # Errors
/// The first clause that still has a quantifier, a guard or an array.
pub fn read_rules(system: &System) -> Result<Vec<Rule>, UnsupportedClause> {
    system.clauses.iter().map(rule).collect()
}

fn rule(clause: &Clause) -> Result<Rule, UnsupportedClause> {
    let no = |what: &str| UnsupportedClause { clause: clause.id, what: what.to_owned() };
    if clause.terms().any(Term::has_quantifier) {
        return Err(no("a quantified condition"));
    }
    if clause.terms().any(Term::has_array) {
        return Err(no("an array that is kept whole (choose a cell abstraction for it)"));
    }
    let atom = |i: &Instance| {
        if !i.is_plain() {
            return Err(no("a guarded premise"));
        }
        Ok(Atom { pred: i.pred, args: i.args.clone() })
    };
    let body: Vec<Atom> = clause.instances().map(atom).collect::<Result<_, _>>()?;
    let mut cond: Vec<Term> = clause.conditions().cloned().collect();
    let head = match &clause.goal {
        Goal::Instance(i) => Some(atom(i)?),
        Goal::Cond(c) => {
            cond.push(Term::not(c.clone()));
            None
        }
    };
    let skeleton = Skeleton::for_clause(clause.id, body.len());
    Ok(Rule { head, body, cond, skeleton, assert: clause.origin.assert }.tidied())
}

impl Rule {
    /// Every variable.
    pub fn vars(&self) -> BTreeSet<Var> {
        Term::free_vars_of(self.terms())
    }

    /// The arguments and the conditions.
    pub fn terms(&self) -> impl Iterator<Item = &Term> {
        let atoms = self.head.iter().chain(&self.body).flat_map(|a| &a.args);
        atoms.chain(&self.cond)
    }

    /// Whether the condition is false on its face.
    pub(crate) fn is_void(&self) -> bool {
        self.cond.iter().any(Term::is_false)
    }

    /// The number of nodes of all terms.
    pub(crate) fn size(&self) -> usize {
        self.terms().map(Term::size).sum()
    }

    /// The rule with terms substituted for variables. `folding` caches results.
    fn subst(self, map: &Subst, folding: &mut Folding) -> Rule {
        let mut replacing = Substituter::for_map(map);
        let mut put_in = |a: &Atom| a.put_in(&mut replacing, folding);
        let (head, body) =
            (self.head.as_ref().map(&mut put_in), self.body.iter().map(&mut put_in).collect());
        let cond = self.cond.iter().map(|c| replacing.apply(c)).collect();
        Rule { head, body, cond, ..self }
    }

    /// The rule with terms substituted for variables, tidied.
    pub(crate) fn instance(&self, map: &Subst) -> Rule {
        self.clone().subst(map, &mut Folding::default()).tidied()
    }

    /// The rule with every variable renamed to one that `names` has not seen.
    pub(crate) fn renamed(&self, names: &mut Names) -> Rule {
        let names = self.vars().into_iter().map(|v| (v.clone(), Term::var(&names.fresh(&v))));
        let map = names.collect();
        let mut replacing = Substituter::for_map(&map);
        let mut put_in = |terms: &[Term]| terms.iter().map(|t| replacing.apply(t)).collect();
        let mut atom = |a: &Atom| Atom { pred: a.pred, args: put_in(&a.args) };
        let (head, body) =
            (self.head.as_ref().map(&mut atom), self.body.iter().map(&mut atom).collect());
        Rule { head, body, cond: put_in(&self.cond), ..self.clone() }
    }

    /// The resolvent of this rule's body atom `at` with `definition`, whose head has the same
    /// predicate and whose variables are all different from this rule's.
    pub(crate) fn resolve(&self, at: usize, definition: &Rule) -> Rule {
        let skeleton = self.skeleton.resolve(at, self.body.len(), &definition.skeleton);
        let (mut body, mut cond) = (self.body.clone(), self.cond.clone());
        let atom = body.remove(at);
        body.extend(definition.body.iter().cloned());
        cond.extend(definition.cond.iter().cloned());
        let mut out = Rule { head: self.head.clone(), body, cond, skeleton, assert: self.assert };
        if let Some(head) = &definition.head {
            let pairs = head.args.iter().zip(&atom.args);
            out.cond.extend(pairs.map(|(s, t)| Term::eq(t.clone(), s.clone())));
        }
        out.tidied()
    }

    /// The rule with definitions `x = t`, `b` and `!b` substituted, equal body atoms merged, constants
    /// folded.
    pub(crate) fn tidied(mut self) -> Rule {
        let mut folding = Folding::default();
        loop {
            self.cond = flatten(&self.cond, &mut folding);
            let found =
                self.cond.iter().enumerate().find_map(|(n, c)| definition(c).map(|d| (n, d)));
            let Some((n, (v, t))) = found else { break };
            self.cond.remove(n);
            self = self.subst(&Subst::from([(v, t)]), &mut folding);
        }
        self.merge_body();
        self
    }

    /// Merges equal atoms of the body.
    fn merge_body(&mut self) {
        let mut kept: Vec<Atom> = vec![];
        let mut place = vec![];
        for atom in &self.body {
            let at = kept.iter().position(|k| k == atom).unwrap_or_else(|| {
                kept.push(atom.clone());
                kept.len() - 1
            });
            place.push(at);
        }
        // The skeleton is often much larger than all else.
        if kept.len() < self.body.len() {
            self.skeleton.renumber(&place);
            self.body = kept;
        }
    }
}

fn flatten(cond: &[Term], folding: &mut Folding) -> Vec<Term> {
    let (mut out, mut seen): (Vec<Term>, FxHashSet<Term>) = Default::default();
    for part in cond.iter().flat_map(|c| folding.fold(c).conjuncts()) {
        if part.is_false() {
            return vec![part];
        }
        if seen.insert(part.clone()) {
            out.push(part);
        }
    }
    out
}

/// A larger value keeps its variable: put in three times at each of many levels, it would become larger
/// than any memory.
const MAX_VALUE: usize = 1_000;

/// The variable that a condition defines, and its value.
fn definition(condition: &Term) -> Option<(Var, Term)> {
    if let Some(v) = condition.as_var() {
        return Some((v.clone(), Term::bool(true)));
    }
    if let Some([negated]) = condition.as_app(Op::Not) {
        return Some((negated.as_var()?.clone(), Term::bool(false)));
    }
    let [a, b] = condition.as_app(Op::Eq)? else { return None };
    define(a, b).or_else(|| define(b, a))
}

/// `x = t` as a definition of `x`. Products keep their variables, so that all else is linear.
fn define(x: &Term, t: &Term) -> Option<(Var, Term)> {
    let v = x.as_var()?;
    let fits = t.size() <= MAX_VALUE && !t.mentions(v) && !has_product(t);
    fits.then(|| (v.clone(), t.clone()))
}

/// Formulas over the parameters of each predicate.
pub type Lemmas = BTreeMap<PredId, Vec<Term>>;

/// The atom with arguments substituted for parameters.
pub(crate) fn instantiate(atom: &Term, params: &[Var], args: &[Term]) -> Term {
    let map: Subst = params.iter().cloned().zip(args.iter().cloned()).collect();
    atom.subst(&map)
}
