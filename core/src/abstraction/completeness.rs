//! What is known of the completeness of a call to `insts` (T Def. 24), in two parts that must not
//! be confused: the thesis's criterion, and the truth as far as it is established.
//!
//! The thesis concludes completeness from the absence of `⊤` (T Theorems 17, 19, 21). The steps
//! for `•` and `⊗` do not hold in general: they exchange "for every instance there is an array"
//! and "there is an array for all instances". What does hold, and is proved here:
//!
//! **C0.** All components are finite. Then the set has every abstract value of the expression
//! (T Theorem 18) and nothing is lost.
//!
//! **C1.** Exactly one component is infinite, it is a single `cell`, and its set `R` is `⊤`-free.
//! *Proof.* Write the tuple as `(a, s)` with `s` the finite part. Let a valuation satisfy the
//! instances and falsify the context: for each `e ∈ R`, `(e, a[e], s) ∈ α(M(P))`. Put
//! `A = { x : (x, s) ∈ M(P) }`. Because `s` is one value and not a quantified one, the instance
//! says exactly `(e, a[e]) ∈ α_cell(A)`. T Theorem 16 for the predicate `A`, with `s` preserved by
//! the context, gives a valuation with the same `s` whose array has all its cells in `α_cell(A)`
//! and that still falsifies the context. Hence all instances of the quantifier hold. ∎
//!
//! **C2.** The call is `⊤`-free and one tuple of the set has all relevant cells of all components;
//! here: a component `cell^n` has at most `n` relevant cells. *Proof.* Take the instance for
//! that tuple. It is in `α(M(P))`, so one concrete tuple `t ∈ M(P)` has all these cells, at once,
//! and the same finite part. Replace the arrays by those of `t`, one after the other: each agrees
//! with the old one on its relevant cells while the context preserves the others, so by T Def. 27
//! the context stays false. Now the whole tuple is an element of `M(P)`, so all its abstract
//! values are in `α(M(P))`. ∎
//!
//! Where neither applies the truth is `open` unless `witness/` finds a model that shows a loss.

use super::insts::{self, Case, Instantiation};
use super::relevant::Top;
use super::sigma::Sigma;
use serde::{Deserialize, Serialize};

/// The thesis's criterion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Criterion {
    /// `relevant` understood every use of the arrays.
    TopFree,
    /// `relevant` met a `⊤`.
    TopReached(Top),
}

/// A condition that is proved to imply completeness.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Condition {
    /// Only finite abstractions.
    C0,
    /// One array, one cell.
    C1,
    /// One instance has all relevant cells.
    C2,
}

impl Condition {
    /// The condition in one sentence.
    pub fn describe(self) -> &'static str {
        match self {
            Condition::C0 => "C0: nothing is abstracted here, so nothing can be lost",
            Condition::C1 => {
                "C1: one array, kept by one cell, and its relevant cells are all there"
            }
            Condition::C2 => "C2: a single instance holds all the relevant cells at once",
        }
    }
}

/// The truth about T Def. 24.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Truth {
    /// Nothing is lost beyond what the abstraction itself loses.
    Complete(Condition),
    /// No proof and no counterexample is known.
    Open,
}

/// Both parts of a completeness verdict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Completeness {
    /// Did `relevant` meet a `⊤`?
    pub criterion: Criterion,
    /// Is the call complete?
    pub truth: Truth,
}

impl Completeness {
    /// The verdict on several calls together: complete only if all are.
    pub fn all<'c>(calls: impl IntoIterator<Item = &'c Completeness>) -> Completeness {
        let mut all =
            Completeness { criterion: Criterion::TopFree, truth: Truth::Complete(Condition::C0) };
        for call in calls {
            if all.criterion == Criterion::TopFree {
                all.criterion = call.criterion.clone();
            }
            all.truth = match (&all.truth, &call.truth) {
                (Truth::Complete(a), Truth::Complete(b)) => Truth::Complete(*a.max(b)),
                _ => Truth::Open,
            };
        }
        all
    }
}

/// The verdict on a call that was answered by `case` with `set`.
pub fn of_call(sigma: &Sigma, case: &Case, set: &[Instantiation]) -> Completeness {
    let mut cells = vec![];
    collect(sigma, case, set.len(), &mut cells);
    let top = cells.iter().find_map(|c| c.top.clone());
    let truth = match cells.as_slice() {
        [] => Truth::Complete(Condition::C0),
        _ if top.is_some() => Truth::Open,
        // A set that was cut may lack the instances that the proofs speak of.
        _ if set.len() >= insts::ELEMENTS => Truth::Open,
        [one] if one.kept == 1 => Truth::Complete(Condition::C1),
        all if all.iter().all(|c| c.relevant <= c.kept) => Truth::Complete(Condition::C2),
        _ => Truth::Open,
    };
    Completeness { criterion: top.map_or(Criterion::TopFree, Criterion::TopReached), truth }
}

/// An array component of a call: how many cells the abstraction keeps, how many are relevant.
struct Component {
    kept: usize,
    relevant: usize,
    top: Option<Top>,
}

fn collect(sigma: &Sigma, case: &Case, set: usize, out: &mut Vec<Component>) {
    match (sigma, case) {
        (_, Case::Finite) => {}
        (_, Case::Cell { relevant, .. }) => {
            out.push(Component { kept: 1, relevant: set, top: relevant.split().1 });
        }
        (Sigma::Tuple(parts), Case::Tuple { calls }) => {
            for (sigma, call) in parts.iter().zip(calls) {
                collect(sigma, &call.case, call.set.len(), out);
            }
        }
        (Sigma::Power(_, n), Case::Power { base }) => {
            let first = out.len();
            collect(&base.sigma, &base.case, base.set.len(), out);
            out[first..].iter_mut().for_each(|c| c.kept *= n);
        }
        // The case always fits the abstraction it was made for.
        (_, Case::Tuple { .. } | Case::Power { .. }) => {}
    }
}
