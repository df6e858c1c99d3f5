//! From formulas over predicates to clauses: the general Horn clauses of T Def. 3, made plain by
//! distribution.

use super::large_parts::name_large_parts;
use crate::clause::{Goal, Instance, PredId, Premise};
use crate::prenex::negate;
use crate::term::{Names, Node, Op, Quantifier, Sort, Subst, Term, Var};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// The largest number of clauses for one formula.
const MAX_CLAUSES: usize = 1000;

/// The parts of one clause before and after the arrow.
pub(super) struct Parts {
    pub premises: Vec<Premise>,
    pub goal: Goal,
}

/// The clauses that are equivalent to a closed formula.
///
/// # Errors
/// A message when the formula is not Horn or too large.
pub(super) fn clauses(
    formula: &Term,
    pred: &dyn Fn(&str) -> Option<PredId>,
) -> Result<Vec<Parts>, String> {
    let formula = without_negation(&shallow_connectives(formula)?);
    let mut splitter = Splitter::new(pred);
    let refuted = splitter.split(&formula, false)?;
    refuted.into_iter().map(|literals| name_large_parts(assemble(literals)?)).collect()
}

/// The largest nesting of connectives and quantifiers around predicates.
const MAX_CONNECTIVES: u32 = 400;

/// The formula with conjunctions in conjunctions, disjunctions in disjunctions and implications behind
/// arrows as one each, if its predicates are below many connectives.
fn shallow_connectives(formula: &Term) -> Result<Term, String> {
    let parts = formula.post_order_through(Term::has_pred);
    if connectives(&parts) <= MAX_CONNECTIVES {
        return Ok(formula.clone());
    }
    let mut flat: FxHashMap<&Term, Term> = FxHashMap::default();
    for part in parts.into_iter().filter(|t| t.has_pred()) {
        let new = part.map_children(|t| flat.get(t).unwrap_or(t).clone());
        flat.insert(part, flatten(&new));
    }
    let flat = flat.remove(formula).unwrap_or_else(|| formula.clone());
    match connectives(&flat.post_order_through(Term::has_pred)) {
        0..=MAX_CONNECTIVES => Ok(flat),
        _ => Err(format!("predicates are below more than {MAX_CONNECTIVES} connectives")),
    }
}

/// The nesting of connectives in the last of the parts, which are in post-order.
fn connectives(parts: &[&Term]) -> u32 {
    let mut levels: FxHashMap<&Term, u32> = FxHashMap::default();
    let mut last = 0;
    for part in parts.iter().filter(|t| t.has_pred()) {
        let below = part.children().iter().filter_map(|t| levels.get(t)).max().copied();
        last = below.unwrap_or_default() + 1;
        levels.insert(part, last);
    }
    last
}

/// Joins a connective with equal ones directly below it.
fn flatten(t: &Term) -> Term {
    let inner = |op: Op, args: &[Term]| -> Vec<Term> {
        let parts = |a: &Term| a.as_app(op).map_or_else(|| vec![a.clone()], <[Term]>::to_vec);
        let mut seen = FxHashSet::default();
        args.iter().flat_map(parts).filter(|part| seen.insert(part.clone())).collect()
    };
    match t.node() {
        Node::App(Op::Not, args) => Term::not(args[0].clone()),
        Node::App(op @ (Op::And | Op::Or), args) => Term::app(*op, inner(*op, args)),
        Node::App(Op::Implies, args) => match args[1].as_app(Op::Implies) {
            Some([premise, goal]) => {
                let both = inner(Op::And, &[args[0].clone(), premise.clone()]);
                Term::implies(Term::app(Op::And, both), goal.clone())
            }
            _ => t.clone(),
        },
        _ => t.clone(),
    }
}

/// A formula that says that nothing exists, as one about everything: its variables are those of a clause.
fn without_negation(formula: &Term) -> Term {
    if let Node::App(Op::Not, args) = formula.node()
        && let Node::Quant(Quantifier::Exists, vars, body) = args[0].node()
        && !body.has_pred()
    {
        return Term::quant(Quantifier::Forall, vars.clone(), negate(body));
    }
    formula.clone()
}

/// A part of a conjunction that contradicts the formula.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Literal {
    /// A predicate holds.
    Premise(Instance),
    /// A condition holds.
    Cond(Term),
    /// A predicate does not hold.
    Head(Instance),
    /// A condition does not hold.
    Goal(Term),
}

type Disjunct = Vec<Literal>;

struct Splitter<'p> {
    pred: &'p dyn Fn(&str) -> Option<PredId>,
    /// Names of the variables that have become free.
    taken: FxHashSet<Rc<str>>,
    names: Names,
    /// The normal forms of parts with predicates, which formulas may share.
    known: FxHashMap<(Term, bool), Vec<Disjunct>>,
}

impl<'p> Splitter<'p> {
    fn new(pred: &'p dyn Fn(&str) -> Option<PredId>) -> Splitter<'p> {
        let (taken, names, known) = Default::default();
        Splitter { pred, taken, names, known }
    }
}

impl Splitter<'_> {
    /// The disjunctive normal form of `t`, or of its negation.
    fn split(&mut self, t: &Term, holds: bool) -> Result<Vec<Disjunct>, String> {
        if !t.has_pred() {
            return self.split_part(t, holds);
        }
        let key = (t.clone(), holds);
        if let Some(known) = self.known.get(&key) {
            return Ok(known.clone());
        }
        let found = self.split_part(t, holds)?;
        self.known.insert(key, found.clone());
        Ok(found)
    }

    fn split_part(&mut self, t: &Term, holds: bool) -> Result<Vec<Disjunct>, String> {
        match t.node() {
            Node::Quant(q, vars, body) if (*q == Quantifier::Exists) == holds => {
                let body = self.open(vars, body);
                self.split(&body, holds)
            }
            // The parts of a conjunction become premises of their own.
            Node::App(Op::And, args) if holds => self.product(args.iter().map(|a| (a, true))),
            Node::App(Op::Implies, args) if !holds => {
                self.product([(&args[0], true), (&args[1], false)].into_iter())
            }
            _ if !t.has_pred() => Ok(condition(t, holds)),
            Node::Pred(name, args) => {
                let instance = self.instance(name, args)?;
                let literal =
                    if holds { Literal::Premise(instance) } else { Literal::Head(instance) };
                Ok(vec![vec![literal]])
            }
            Node::Quant(..) => {
                Err("a predicate below this kind of quantifier is not a Horn clause".into())
            }
            Node::App(op, args) => self.connective(*op, args, holds),
            Node::Var(_) | Node::Int(_) | Node::Bool(_) => Ok(condition(t, holds)),
        }
    }

    fn connective(&mut self, op: Op, args: &[Term], holds: bool) -> Result<Vec<Disjunct>, String> {
        match (op, args) {
            (Op::Not, [a]) => self.split(a, !holds),
            (Op::And, _) => self.sum(args.iter().map(|a| (a, false))),
            (Op::Or, _) if holds => self.sum(args.iter().map(|a| (a, true))),
            (Op::Or, _) => self.product(args.iter().map(|a| (a, false))),
            (Op::Implies, [a, b]) => self.sum([(a, false), (b, true)].into_iter()),
            (Op::Ite | Op::Eq | Op::Ne, [.., a]) if a.sort() != Sort::Bool => {
                Err("predicates may not stand inside of terms".into())
            }
            (Op::Ite, [c, a, b]) => {
                self.either(&[[(c, true), (a, holds)], [(c, false), (b, holds)]])
            }
            (Op::Eq, [a, b]) => self.either(&[[(a, true), (b, holds)], [(a, false), (b, !holds)]]),
            (Op::Ne, [a, b]) => self.either(&[[(a, true), (b, !holds)], [(a, false), (b, holds)]]),
            _ => Err("predicates may not stand inside of terms".into()),
        }
    }

    fn either(&mut self, ways: &[[(&Term, bool); 2]]) -> Result<Vec<Disjunct>, String> {
        let mut out = vec![];
        for way in ways {
            out.extend(self.product(way.iter().copied())?);
        }
        small(out)
    }

    fn sum<'t>(
        &mut self,
        parts: impl Iterator<Item = (&'t Term, bool)>,
    ) -> Result<Vec<Disjunct>, String> {
        let mut out = vec![];
        for (t, holds) in parts {
            out.extend(self.split(t, holds)?);
            out = small(out)?;
        }
        Ok(out)
    }

    fn product<'t>(
        &mut self,
        parts: impl Iterator<Item = (&'t Term, bool)>,
    ) -> Result<Vec<Disjunct>, String> {
        let mut out: Vec<Disjunct> = vec![vec![]];
        for (t, holds) in parts {
            // Without predicates, a conjunction below a conjunction stays one premise, and an
            // implication after an arrow stays one goal.
            let whole = match t.node() {
                Node::App(Op::And, _) => holds && !t.has_pred(),
                Node::App(Op::Implies, _) => !holds && !t.has_pred(),
                _ => false,
            };
            let ways = if whole { condition(t, holds) } else { self.split(t, holds)? };
            if out.len().saturating_mul(ways.len()) > MAX_CLAUSES {
                return Err(too_many());
            }
            if let [way] = ways.as_slice() {
                out.iter_mut().for_each(|known| known.extend(way.iter().cloned()));
            } else {
                let join = |a: &Disjunct, b: &Disjunct| a.iter().chain(b).cloned().collect();
                out = out.iter().flat_map(|a| ways.iter().map(move |b| join(a, b))).collect();
            }
            if out.is_empty() {
                break;
            }
        }
        out.iter_mut().for_each(leave_out_repetitions);
        Ok(out)
    }

    /// The body of a quantifier with its variables free, under fresh names.
    fn open(&mut self, vars: &[Var], body: &Term) -> Term {
        let mut map = Subst::new();
        for v in vars {
            let new = if self.taken.contains(&v.name) { self.names.fresh(v) } else { v.clone() };
            self.names.take(&new);
            self.taken.insert(new.name.clone());
            if new != *v {
                map.insert(v.clone(), Term::var(&new));
            }
        }
        body.subst(&map)
    }

    fn instance(&self, name: &str, args: &[Term]) -> Result<Instance, String> {
        if args.iter().any(Term::has_pred) {
            return Err("predicates may not stand inside of terms".into());
        }
        let pred = (self.pred)(name).ok_or_else(|| format!("`{name}` is not declared"))?;
        Ok(Instance::plain(pred, args.to_vec()))
    }
}

/// Parts that a formula shares stand in a conjunction many times.
fn leave_out_repetitions(literals: &mut Disjunct) {
    let mut seen = FxHashSet::default();
    literals.retain(|literal| seen.insert(literal.clone()));
}

fn too_many() -> String {
    format!("this formula splits into more than {MAX_CLAUSES} clauses")
}

fn small(out: Vec<Disjunct>) -> Result<Vec<Disjunct>, String> {
    if out.len() > MAX_CLAUSES { Err(too_many()) } else { Ok(out) }
}

/// The disjunctive normal form of a formula without predicates, or of its negation.
fn condition(t: &Term, holds: bool) -> Vec<Disjunct> {
    match t.node() {
        Node::Bool(b) if *b == holds => vec![vec![]],
        Node::Bool(_) => vec![],
        _ if holds => vec![vec![Literal::Cond(t.clone())]],
        _ => vec![vec![Literal::Goal(t.clone())]],
    }
}

/// Turns a conjunction that must not hold into premises and goal.
fn assemble(literals: Disjunct) -> Result<Parts, String> {
    let mut premises = vec![];
    let mut head = None;
    let mut goals = vec![];
    for literal in literals {
        match literal {
            Literal::Premise(i) => premises.push(Premise::Instance(i)),
            Literal::Cond(c) => premises.push(Premise::Cond(c)),
            Literal::Goal(c) => goals.push(c),
            Literal::Head(i) if head.is_none() => head = Some(i),
            Literal::Head(_) => {
                return Err("two predicates would stand after the arrow: not a Horn clause".into());
            }
        }
    }
    let goal = match head {
        Some(head) => {
            premises.extend(goals.iter().map(|c| Premise::Cond(negate(c))));
            Goal::Instance(head)
        }
        None if goals.len() == 1 => Goal::Cond(goals.remove(0)),
        None => Goal::Cond(Term::or(goals)),
    };
    Ok(Parts { premises, goal })
}
