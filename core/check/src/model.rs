//! The checker for models of clauses: it makes proof obligations, and checks their proofs.
//!
//! A predicate with a formula has that interpretation. One without has the least interpretation: a
//! disjunction of its definitions. Those predicates must not be recursive among themselves, and then their
//! own clauses hold by definition.
//!
//! A model may name redundant premises. They are left out everywhere, in definitions as well: a clause
//! without some of its premises implies the clause, whichever these are.

use super::laws;
use super::proof::Rejection;
use hornbook_evidence::laws::ProductLaw;
use hornbook_evidence::model::Model;
use hornbook_evidence::proof::Proof;
use hornbook_horn::{
    Clause, ClauseId, Goal, Instance, Names, PredId, Premise, Subst, System, Term, Var,
};
use std::collections::BTreeSet;
use std::fmt;

/// The maximal number of instances that are unfolded for one model.
const UNFOLDED: usize = 200_000;

/// Formulas that must be unsatisfiable for a clause to hold.
#[derive(Clone, Debug)]
pub struct Obligation {
    /// The clause.
    pub clause: ClauseId,
    /// The formulas: the premises, and the negation of the goal.
    pub formulas: Vec<Term>,
}

/// The reason why a model was not accepted.
#[derive(Debug)]
pub enum ModelRejection {
    /// Predicates without a formula depend on each other in a circle, or too deeply.
    Recursive,
    /// A formula has a variable that is no parameter of the predicate.
    Open(PredId),
    /// The unfolded definitions have too many clauses.
    TooLarge,
    /// A clause still has a quantified or guarded instance.
    NotPlain(ClauseId),
    /// There are more or fewer proofs than obligations.
    Count,
    /// The proof for a clause is wrong.
    Proof(ClauseId, Rejection),
}

impl fmt::Display for ModelRejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ModelRejection::Recursive => write!(f, "a definition is recursive"),
            ModelRejection::Open(p) => write!(f, "the formula of predicate {} is open", p.0),
            ModelRejection::NotPlain(c) => write!(f, "clause {} is not plain", c.0),
            ModelRejection::TooLarge => write!(f, "the definitions unfold to too much"),
            ModelRejection::Count => write!(f, "there are not as many proofs as obligations"),
            ModelRejection::Proof(c, r) => write!(f, "the proof for clause {}: {r:?}", c.0),
        }
    }
}

/// The formulas that must be unsatisfiable for `model` to be a model of `system` without the assertion
/// clauses in `skip`.
///
/// # Errors
/// The definitions of predicates are recursive or too large.
pub fn obligations(
    system: &System,
    model: &Model,
    skip: &dyn Fn(&Clause) -> bool,
) -> Result<Vec<Obligation>, ModelRejection> {
    for (pred, formula) in &model.formulas {
        let params = &system.pred(*pred).params;
        if !formula.free_vars().iter().all(|v| params.contains(v)) {
            return Err(ModelRejection::Open(*pred));
        }
    }
    let system = &*model.without_redundant(system);
    let names = Names::avoiding(system.clauses.iter().flat_map(Clause::all_vars));
    let mut unfolding = Unfolding { system, model, names, unfolded: 0 };
    let mut out = vec![];
    for clause in system.clauses.iter().filter(|c| !skip(c)) {
        let goal = match &clause.goal {
            Goal::Cond(c) => c.clone(),
            Goal::Instance(i) => match model.formulas.get(&i.pred) {
                Some(formula) => apply(formula, &system.pred(i.pred).params, &i.args),
                None => continue,
            },
        };
        let mut formulas = unfolding.premises(clause, system.preds.len())?;
        formulas.push(Term::not(goal));
        out.push(Obligation { clause: clause.id, formulas });
    }
    Ok(out)
}

/// Accepts `model` if there is a correct proof for each of its obligations; the result are the laws of
/// products that these proofs need.
///
/// # Errors
/// The first flaw found.
pub fn verify(
    system: &System,
    model: &Model,
    skip: &dyn Fn(&Clause) -> bool,
    proofs: &[Proof],
) -> Result<BTreeSet<ProductLaw>, ModelRejection> {
    let obligations = obligations(system, model, skip)?;
    if obligations.len() != proofs.len() {
        return Err(ModelRejection::Count);
    }
    let mut used = BTreeSet::new();
    for (obligation, proof) in obligations.iter().zip(proofs) {
        let of = laws::find_needed_laws(&obligation.formulas, proof);
        used.extend(of.map_err(|r| ModelRejection::Proof(obligation.clause, r))?);
    }
    Ok(used)
}

fn apply(formula: &Term, params: &[Var], args: &[Term]) -> Term {
    let map: Subst = params.iter().cloned().zip(args.iter().cloned()).collect();
    formula.subst(&map)
}

struct Unfolding<'s> {
    system: &'s System,
    model: &'s Model,
    names: Names,
    unfolded: usize,
}

impl Unfolding<'_> {
    /// The premises of a clause, with predicates replaced by their definitions. `depth` bounds the chain of
    /// definitions.
    fn premises(&mut self, clause: &Clause, depth: usize) -> Result<Vec<Term>, ModelRejection> {
        let mut out = vec![];
        for premise in &clause.premises {
            match premise {
                Premise::Cond(c) => out.push(c.clone()),
                Premise::Instance(i) if !i.is_plain() => {
                    return Err(ModelRejection::NotPlain(clause.id));
                }
                Premise::Instance(i) => out.push(self.instance(i, depth)?),
            }
        }
        Ok(out)
    }

    fn instance(&mut self, instance: &Instance, depth: usize) -> Result<Term, ModelRejection> {
        let (pred, args) = (instance.pred, &instance.args);
        if let Some(formula) = self.model.formulas.get(&pred) {
            return Ok(apply(formula, &self.system.pred(pred).params, args));
        }
        let depth = depth.checked_sub(1).ok_or(ModelRejection::Recursive)?;
        self.unfolded += 1;
        if self.unfolded > UNFOLDED {
            return Err(ModelRejection::TooLarge);
        }
        let system = self.system;
        let defines = |c: &&Clause| matches!(&c.goal, Goal::Instance(g) if g.pred == pred);
        let mut cases = vec![];
        for clause in system.clauses.iter().filter(defines) {
            let (clause, equations) = self.define_instance(clause, args);
            let mut parts = self.premises(&clause, depth)?;
            parts.extend(equations);
            cases.push(Term::and(parts));
        }
        Ok(Term::or(cases))
    }

    /// The clause as a definition of its predicate for these arguments, with fresh variables, and the
    /// equations that it needs. A parameter that is a variable needs none: the argument takes its place.
    fn define_instance(&mut self, clause: &Clause, args: &[Term]) -> (Clause, Vec<Term>) {
        let Goal::Instance(goal) = &clause.goal else { return (clause.clone(), vec![]) };
        let (mut map, mut open) = (Subst::new(), vec![]);
        for (param, arg) in goal.args.iter().zip(args) {
            match param.as_var().filter(|v| !map.contains_key(*v)) {
                Some(v) => {
                    map.insert(v.clone(), arg.clone());
                }
                None => open.push((param, arg)),
            }
        }
        for v in clause.free_vars() {
            map.entry(v.clone()).or_insert_with(|| Term::var(&self.names.fresh(&v)));
        }
        let equations = open.into_iter().map(|(p, a)| Term::eq(a.clone(), p.subst(&map))).collect();
        (substitute(clause, &map), equations)
    }
}

/// The clause with terms substituted for variables.
fn substitute(clause: &Clause, map: &Subst) -> Clause {
    let premise = |p: &Premise| match p {
        Premise::Instance(i) => Premise::Instance(i.subst(map)),
        Premise::Cond(c) => Premise::Cond(c.subst(map)),
    };
    let goal = match &clause.goal {
        Goal::Instance(i) => Goal::Instance(i.subst(map)),
        Goal::Cond(c) => Goal::Cond(c.subst(map)),
    };
    let premises = clause.premises.iter().map(premise).collect();
    clause.with_formulas(premises, goal)
}
