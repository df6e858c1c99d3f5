//! Whether small formulas without arrays are valid, and values that make them so.

use super::super::facts::Facts;
use hornbook_base::Int;
use hornbook_horn::fold::fold;
use hornbook_horn::linear::{Constraint, Linear};
use hornbook_horn::prenex::negate;
use hornbook_horn::{Node, Op, Sort, Subst, Term, Var};
use std::collections::BTreeSet;

/// Cases that a formula may have to be proved in.
const CASES: usize = 64;

/// Whether a formula without arrays certainly holds wherever the known conditions do. This looks
/// for contradictions between few comparisons only, which is all that guards need.
pub(crate) fn is_valid(known: &[Term], formula: &Term) -> bool {
    let formula = fold(formula);
    if formula.is_true() {
        return true;
    }
    let counterexamples = cases(&formula, false);
    counterexamples.is_some_and(|cases| cases.iter().all(|case| contradicts(known, case)))
}

/// The formula, or its negation unless `positive`, as a disjunction of conjunctions of literals.
fn cases(t: &Term, positive: bool) -> Option<Vec<Vec<Term>>> {
    let product = |parts: Vec<Vec<Vec<Term>>>| {
        parts.into_iter().try_fold(vec![vec![]], |all: Vec<Vec<Term>>, part| {
            let join = |a: &Vec<Term>, b: &Vec<Term>| [a.as_slice(), b].concat();
            let all: Vec<_> =
                all.iter().flat_map(|a| part.iter().map(move |b| join(a, b))).collect();
            (all.len() <= CASES).then_some(all)
        })
    };
    match t.node() {
        Node::Bool(b) if *b == positive => Some(vec![vec![]]),
        Node::Bool(_) => Some(vec![]),
        Node::App(Op::Not, args) => cases(&args[0], !positive),
        Node::App(op @ (Op::And | Op::Or), parts) => {
            let parts: Option<Vec<_>> = parts.iter().map(|p| cases(p, positive)).collect();
            if (*op == Op::And) == positive { product(parts?) } else { Some(parts?.concat()) }
        }
        Node::App(Op::Implies, args) => {
            let (a, b) = (cases(&args[0], !positive)?, cases(&args[1], positive)?);
            if positive { Some([a, b].concat()) } else { product(vec![a, b]) }
        }
        _ => Some(vec![vec![if positive { t.clone() } else { negate(t) }]]),
    }
}

/// Whether the literals contradict each other or the known conditions.
fn contradicts(known: &[Term], literals: &[Term]) -> bool {
    let facts = Facts::from_formulas(known.iter().chain(literals)).with_sums();
    literals.iter().chain(known).any(|l| facts.decide(&negate(l)) == Some(true))
        || known.iter().filter_map(|t| t.as_app(Op::Or)).any(|parts| excluded(parts, literals))
}

/// Whether each part of a disjunction contradicts the literals, by itself.
fn excluded(parts: &[Term], literals: &[Term]) -> bool {
    let vars = literals.iter().fold(BTreeSet::new(), |vars, l| &vars | &l.free_vars());
    let contradicts = |part: &Term| {
        let part = part.conjuncts();
        let facts = Facts::from_formulas(part.iter().chain(literals)).with_sums();
        literals.iter().chain(&part).any(|l| facts.decide(&negate(l)) == Some(true))
    };
    parts.iter().all(|part| part.free_vars().iter().any(|v| vars.contains(v)))
        && parts.iter().all(contradicts)
}

/// The search for values that make a formula true.
pub(crate) struct Solvable<'k> {
    pub(crate) known: &'k [Term],
    pub(crate) tries: usize,
}

impl Solvable<'_> {
    /// Whether values of `vars`, given by terms, make `formula` true for all other variables.
    pub(crate) fn by_terms(mut self, formula: &Term, vars: &[Var]) -> bool {
        self.search(formula, vars)
    }

    fn search(&mut self, formula: &Term, vars: &[Var]) -> bool {
        let formula = fold(formula);
        if formula.is_true() {
            return true;
        }
        let Some((v, rest)) = vars.split_first() else {
            self.tries = self.tries.saturating_sub(1);
            return self.tries > 0 && is_valid(self.known, &formula);
        };
        if !formula.mentions(v) {
            return self.search(&formula, rest);
        }
        let mut candidates = vec![];
        bounds_of(&formula, v, &mut candidates);
        if v.sort == Sort::Bool {
            candidates.extend([Term::bool(true), Term::bool(false)]);
        } else if candidates.is_empty() {
            candidates.push(Term::int(0));
        }
        let with = |t: &Term| formula.subst(&Subst::from([(v.clone(), t.clone())]));
        candidates.iter().any(|t| self.tries > 0 && self.search(&with(t), rest))
    }
}

/// The terms that `v` is compared with in a formula, and their neighbours.
fn bounds_of(formula: &Term, v: &Var, out: &mut Vec<Term>) {
    if !formula.mentions(v) {
        return;
    }
    let mut push = |t: Term| {
        if !t.mentions(v) && !out.contains(&t) {
            out.push(t);
        }
    };
    if let Node::App(Op::Eq | Op::Ne, args) = formula.node() {
        let [a, b] = args.as_slice() else { return };
        if a.as_var() == Some(v) {
            push(b.clone());
        } else if b.as_var() == Some(v) {
            push(a.clone());
        }
    }
    if let Some(Constraint::Le(f) | Constraint::Eq(f) | Constraint::Ne(f)) =
        Constraint::from_literal(formula)
    {
        let plus = f.coeff(v).is_one();
        if plus || (-&f.coeff(v)).is_one() {
            let rest = f.replace(v, &Linear::default());
            let t = if plus { rest.scale(&Int::MINUS_ONE) } else { rest };
            for step in [0, 1, -1] {
                push(t.add(&Linear::constant(step)).to_term());
            }
        }
        return;
    }
    if let Node::App(_, args) = formula.node() {
        args.iter().for_each(|a| bounds_of(a, v, out));
    }
}
