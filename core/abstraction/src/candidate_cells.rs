//! Candidate cells from the clause, where a quantified index reaches any cell.
//!
//! For an existential claim `relevant` finds no cell: it answers `⊤` only, and an instance at an arbitrary
//! cell says nothing about the witness. The witness is unknown, but programs often keep it in a variable, or
//! it is the first or the last cell of the quantifier's range. So these are tried. The `⊤` stays, and with
//! it the verdict on completeness.

use super::relevant::{Cell, RelevantCall, TopReason};
use hornbook_horn::prenex::negate;
use hornbook_horn::{Node, Op, Quantifier, Sort, Term, Var};
use std::collections::BTreeSet;

/// The most candidates where quantified formulas read one array, two, or more: each combination of them is
/// an instance of the premise.
const PLACES: [usize; 3] = [8, 4, 2];

/// The most candidates that are witnesses of conditions.
const WITNESSES: usize = 2;

/// The ends of the ranges of quantified indices, and the integer variables of the context in the order of
/// their names; none where the search stopped for other reasons. Cells that the search found count for the
/// maximum, and are left out.
///
/// A variable that is compared with a cell is a value rather than an index, and comes only if no other one
/// is left. The `witnesses` of conditions come last, and there are few of them.
pub fn candidate_cells(
    search: &RelevantCall,
    context: &Term,
    witnesses: &BTreeSet<Var>,
) -> Vec<Term> {
    let mut comparisons = Comparisons::default();
    for cell in &search.found {
        if let Cell::Top(top) = cell
            && top.reason == TopReason::BoundIndex
            && let Node::Quant(q, vars, body) = top.at.node()
            // The facts of other premises about all cells are no condition on one of them.
            && !body.has_pred()
        {
            let arrays = top.at.free_vars().into_iter().filter(|v| v.sort.is_array());
            comparisons.arrays.extend(arrays);
            comparisons.visit(body, vars, *q == Quantifier::Exists);
        }
    }
    let Some(more) = comparisons.arrays.len().checked_sub(1) else { return vec![] };
    let found: Vec<Term> = search.split().0.into_iter().flatten().collect();
    let free = context.free_vars();
    // An outer quantifier may bind a variable of an end.
    let is_free = |place: &Term| place.free_vars().into_iter().all(|v| free.contains(&v));
    let variables = free.iter().filter(|v| v.sort == Sort::Int);
    let (exist, known): (Vec<_>, Vec<_>) = variables.partition(|v| witnesses.contains(*v));
    let inside = known.into_iter().map(Term::var).filter(|t| !comparisons.beyond.contains(t));
    let (values, others): (Vec<_>, Vec<_>) = inside.partition(|t| comparisons.values.contains(t));
    let variables = if others.is_empty() { values } else { others };
    let exist = exist.into_iter().map(Term::var).take(WITNESSES);
    let mut places: Vec<Term> = vec![];
    for place in comparisons.ends.into_iter().filter(is_free).chain(variables).chain(exist) {
        if !places.contains(&place) && !found.contains(&place) {
            places.push(place);
        }
    }
    let most = PLACES[more.min(PLACES.len() - 1)];
    places.truncate(most.saturating_sub(found.len()));
    places
}

/// The comparisons in quantified formulas.
#[derive(Default)]
struct Comparisons {
    /// The arrays that they read.
    arrays: BTreeSet<Var>,
    /// The first and last values that comparisons leave to the quantified variables.
    ends: Vec<Term>,
    /// The values just beyond those.
    beyond: Vec<Term>,
    /// The values that cells are compared with.
    values: Vec<Term>,
}

impl Comparisons {
    /// Visits a formula for the values that satisfy it, if `exists`, or may not satisfy it, if `forall`;
    /// `positive` says whether that means `t` or its negation.
    fn visit(&mut self, t: &Term, bound: &[Var], positive: bool) {
        match t.node() {
            Node::Quant(_, more, body) => self.visit(body, &[bound, more].concat(), positive),
            Node::App(Op::Not, args) => self.visit(&args[0], bound, !positive),
            Node::App(Op::Implies, args) => {
                self.visit(&args[0], bound, !positive);
                self.visit(&args[1], bound, positive);
            }
            Node::App(_, args) => {
                let compared = if positive { t.clone() } else { negate(t) };
                if let Node::App(op, sides) = compared.node()
                    && let [a, b] = sides.as_slice()
                {
                    self.sides(*op, a, b, bound);
                    self.sides(turned(*op), b, a, bound);
                }
                args.iter().for_each(|t| self.visit(t, bound, positive));
            }
            Node::Pred(..) | Node::Var(_) | Node::Int(_) | Node::Bool(_) => {}
        }
    }

    /// Records the role of `b` for `a` in `a op b`.
    fn sides(&mut self, op: Op, a: &Term, b: &Term, bound: &[Var]) {
        if b.sort() != Sort::Int
            || b.has_array()
            || b.has_quantifier()
            || bound.iter().any(|v| b.mentions(v))
        {
            return;
        }
        let is_order = matches!(op, Op::Lt | Op::Le | Op::Gt | Op::Ge);
        if a.has_array() && (is_order || matches!(op, Op::Eq | Op::Ne)) {
            self.values.push(b.clone());
        }
        if !a.as_var().is_some_and(|v| bound.contains(v)) {
            return;
        }
        let end = match op {
            Op::Le | Op::Ge | Op::Eq => b.clone(),
            Op::Lt => Term::sub(b.clone(), Term::int(1)),
            Op::Gt => Term::add(b.clone(), Term::int(1)),
            _ => return,
        };
        if matches!(op, Op::Lt | Op::Gt) {
            self.beyond.push(b.clone());
        }
        self.ends.push(end);
    }
}

/// The operator with its sides exchanged.
fn turned(op: Op) -> Op {
    match op {
        Op::Lt => Op::Gt,
        Op::Gt => Op::Lt,
        Op::Le => Op::Ge,
        Op::Ge => Op::Le,
        op => op,
    }
}
