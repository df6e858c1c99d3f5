//! What is known of the completeness of a call to `insts` (T Def. 24), in two parts that must not
//! be confused: the thesis's criterion, and the truth as far as it is established.
//!
//! The thesis concludes completeness from the absence of `⊤` (T Theorems 17, 19 to 22). The steps
//! for `•` and `⊗` do not hold in general: they exchange "for every instance there is an array"
//! and "there is an array for all instances". What does hold, and is proved here, for a call on the
//! arguments of a premise: a tuple of components, each with its own abstraction.
//!
//! Therefore the thesis's criterion (`⊤-free`) is reported, but not taken for the truth.
//!
//! **Relevant cells (T Def. 27).** For one array component `a` let `ω` say that the context is false
//! and that all other components keep their values. `relevant` gives a set `R` of cells without a
//! `⊤`, and the arrays that it came to by equations, all of them free in `ω`, form a tree. *Claim:*
//! `R` is relevant: whenever
//! `ω` holds and `a'` agrees with `a` on `R`, other values for the linked arrays make `ω` hold for
//! `a'`, while all indices in `R` keep their values. *Proof.* Let `π_c` exchange the values `a[c]`
//! and `a'[c]`; it is the identity for `c ∈ R`. Go down the tree from `a`. An equation links a cell
//! `c` of the array above with the cell `ρ(c)` of the array `b` below by `x_c = φ_c(y_ρ(c))`, where
//! `ρ` and `φ_c` are one to one; let `b'[ρ(c)] = φ_c⁻¹(π_c(φ_c(b[ρ(c)])))` and use this
//! exchange further down. Cells of `b` without a link keep their value. The truth of each equation
//! between linked cells is unchanged, because both sides went through the same exchange. A cell of
//! `b` that is read elsewhere is in the set that `relevant` found for `b`, so the cell above it is in
//! the set of the array above, and by induction its exchange is the identity: all reads, and so all
//! other atoms and all indices in `R`, keep their values. Each array has one way to it, so no cell
//! gets two new values. ∎ (In an equation of update chains the written cells are not linked; those
//! compared with a written value are in the set.) A set that is relevant while more values are
//! preserved is relevant all the more.
//!
//! **C0.** All components are finite. Then the set has every abstract value of the expression
//! (T Theorem 18) and nothing is lost.
//!
//! **C1.** Exactly one component is infinite; its abstract values are made of single cells by a finite
//! abstraction `f` (`f = id` for `cell` itself); each other component has at most one abstract value;
//! the set holds the cells of a relevant set, and one of its elements certainly has a value.
//! *Proof.* Write the tuple as `(a, s)` with `s` the finite part, and `g(s)` for its abstract value.
//! Let a valuation satisfy the instances and falsify the context. Put
//! `A = { x : (x, s') ∈ M(P), g(s') = g(s) }`. Because there is only one `g(s)`, the instances
//! say that `f(e, a[e]) ⊆ ∪ { f(k, x[k]) : x ∈ A }` for `e ∈ R`; since one of them has a value,
//! there is an `x ∈ A`. Let `a'` be `a` on `R` and `x` elsewhere. All its abstract values, beside
//! `g(s)`, are in `α(M(P))`, and by relevance the context is false for `a'` and some other
//! valuation with the same `s`. Hence all instances of the quantifier hold there. ∎ (A cell may
//! have several indices: arrays of arrays are arrays with longer indices. If a finite component had
//! two abstract values, different tuples of the model could stand behind them.)
//!
//! **C2.** One element of the set has a formula that is certainly true, it has the cells of a
//! relevant set of every infinite component, and each finite component has at most one abstract
//! value. *Proof.* Take the instance for that element. It is in `α(M(P))`, so one concrete tuple
//! `t ∈ M(P)` has all these cells, at once, and the same abstract values of the finite part. Replace
//! the infinite components by those of `t`, one after the other: each agrees with the old one on
//! its relevant cells while the context preserves the others, so the context stays false, and the
//! indices of the relevant cells of the others keep their values. Now all abstract values of the
//! tuple are abstract values of `t`, so they are in `α(M(P))`. ∎
//!
//! C2 speaks of any abstraction whose elements hold cells: powers, ordered powers (where a
//! predicate with more cells before a read than after it satisfies it), products, either part of a
//! sum.
//!
//! Where none applies the truth is `open` unless `witness/` finds a model that shows a loss.

use super::facts::Facts;
use super::insts::{self, Algorithm, Instantiation, pinned_indices, preserving};
use super::relevant::{self, Levels, Top};
use super::relevant_linked;
use super::sigma::{Sigma, Value};
use crate::horn::counts;
use crate::horn::fold::fold;
use crate::horn::{Names, Sort, Term};
use serde::{Deserialize, Serialize};
use std::cell::LazyCell;

/// The thesis's criterion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Criterion {
    /// `relevant` understood every use of the arrays, and the set has what it found.
    TopFree,
    /// `relevant` met a `⊤`.
    TopReached(Top),
    /// The heuristic left out relevant cells: these indices.
    LeftOut(Vec<Term>),
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
    /// The condition in a few words.
    pub fn in_short(self) -> &'static str {
        match self {
            Condition::C0 => "nothing to lose",
            Condition::C1 => "one cell of one array",
            Condition::C2 => "one instance has all cells",
        }
    }

    /// The condition in one sentence.
    pub fn describe(self) -> &'static str {
        match self {
            Condition::C0 => "C0: nothing infinite is abstracted here, so nothing can be lost",
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
    /// Whether nothing is lost: every use was understood, and that suffices.
    pub fn is_kept(&self) -> bool {
        self.criterion == Criterion::TopFree && matches!(self.truth, Truth::Complete(_))
    }

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

/// The verdict on a call to `insts` that was answered by `algorithm` with `set`. `names` makes variables
/// for the searches that the verdict needs.
pub fn of_call(
    sigma: &Sigma,
    expr: &Value,
    ctx: &Term,
    algorithm: &Algorithm,
    set: &[Instantiation],
    names: &Names,
) -> Completeness {
    let criterion = criterion(algorithm).unwrap_or(Criterion::TopFree);
    let facts = LazyCell::new(|| Facts::of_negation(ctx));
    let whole = Components::of(sigma, expr);
    let asked = Asked { sigma, expr, ctx, algorithm, set, names, whole, facts };
    // A set that was cut may lack the instances that the proofs speak of.
    let whole_set = set.len() < insts::ELEMENTS;
    // Nothing is proved about numbers of occurrences.
    let proved = whole_set && !sigma.counts() && !counts::counts(ctx);
    let condition = if proved { asked.condition() } else { None };
    Completeness { criterion, truth: condition.map_or(Truth::Open, Truth::Complete) }
}

/// What the searches below a call met.
fn criterion(algorithm: &Algorithm) -> Option<Criterion> {
    if let Algorithm::Cell { relevant, left_out, .. } = algorithm {
        return match relevant.split().1 {
            Some(top) => Some(Criterion::TopReached(top)),
            None if left_out.is_empty() => None,
            None => Some(Criterion::LeftOut(left_out.clone())),
        };
    }
    algorithm.calls().into_iter().find_map(|c| criterion(&c.algorithm))
}

/// A call that may satisfy a condition.
struct Asked<'a, F> {
    sigma: &'a Sigma,
    expr: &'a Value,
    ctx: &'a Term,
    algorithm: &'a Algorithm,
    set: &'a [Instantiation],
    names: &'a Names,
    whole: Components<'a>,
    /// What holds where the context is false.
    facts: LazyCell<Facts, F>,
}

impl<F: FnOnce() -> Facts> Asked<'_, F> {
    /// The condition that the call satisfies.
    fn condition(&self) -> Option<Condition> {
        let (finite, infinite): (Vec<usize>, Vec<usize>) =
            (0..self.whole.parts.len()).partition(|&j| is_finite(self.whole.parts[j].0));
        match infinite.as_slice() {
            [] => return Some(Condition::C0),
            _ if !finite.iter().all(|&j| has_one_value(self.whole.parts[j].0)) => return None,
            [j] if self.c1(*j) => return Some(Condition::C1),
            _ => {}
        }
        self.c2(&infinite).then_some(Condition::C2)
    }

    /// C1, for the only infinite component.
    fn c1(&self, j: usize) -> bool {
        if !is_of_single_cells(self.whole.parts[j].0) {
            return false;
        }
        let cell = |i: &Instantiation| {
            let (sharp, q) = (self.whole.component(&i.sharp, j)?, self.whole.component(&i.q, j)?);
            path(self.whole.parts[j].0, sharp, q)
        };
        let held: Vec<Path> = self.set.iter().filter_map(cell).collect();
        self.relevant(j, |wanted| wanted.iter().all(|p| held.contains(p)))
            && self.set.iter().any(|i| self.is_certain(i))
    }

    /// C2, for the infinite components.
    fn c2(&self, infinite: &[usize]) -> bool {
        // The instances with all relevant cells of the components so far.
        let mut with_all: Vec<&Instantiation> = self.set.iter().collect();
        for &j in infinite {
            let enough = |wanted: &[Path]| {
                let next: Vec<&Instantiation> =
                    with_all.iter().copied().filter(|i| self.has_all(i, j, wanted)).collect();
                let some = !next.is_empty();
                if some {
                    with_all = next;
                }
                some
            };
            if !self.relevant(j, enough) {
                return false;
            }
        }
        with_all.iter().any(|i| self.is_certain(i))
    }

    /// Whether some relevant set of the `j`-th component is `enough`: the one that the call itself
    /// found, where more than the other components may be preserved, or the one of a new search.
    fn relevant(&self, j: usize, mut enough: impl FnMut(&[Path]) -> bool) -> bool {
        let found = search(self.whole.algorithm(self.algorithm, j)).and_then(sure);
        found.is_some_and(|r| enough(&r))
            || self.whole.relevant(j, self.ctx, self.names).is_some_and(|r| enough(&r))
    }

    /// Whether the formula of an instance is certainly true.
    fn is_certain(&self, i: &Instantiation) -> bool {
        let formula = fold(&self.sigma.formula(&i.sharp, &i.q, self.expr));
        formula.is_true() || self.facts.confirm(&formula)
    }

    /// Whether an instance shows certain cells of the `j`-th component.
    fn has_all(&self, i: &Instantiation, j: usize, wanted: &[Path]) -> bool {
        let held = self.whole.kept(i, j);
        let settle = |p: &Path| -> Path { p.iter().map(|t| self.facts.settle(t)).collect() };
        wanted.iter().all(|p| held.contains(p) || held.iter().any(|h| settle(h) == *p))
    }
}

/// The search that chose the cells of one component.
fn search(algorithm: &Algorithm) -> Option<&relevant::Call> {
    match algorithm {
        Algorithm::Cell { relevant, .. } => Some(relevant),
        Algorithm::Power { base } | Algorithm::Ordered { base, .. } => search(&base.algorithm),
        _ => None,
    }
}

/// What a search for all indices of the cells found, if it is certainly all that is relevant.
fn sure(call: &relevant::Call) -> Option<Vec<Path>> {
    let (paths, top) = call.split();
    let whole = call.levels == Levels::all(depth(&call.array.sort));
    (top.is_none() && call.tree && whole).then_some(paths)
}

/// The indices of a cell, from the outermost dimension on.
type Path = Vec<Term>;

/// The arguments of a call with their abstractions; a call on a single value has one.
struct Components<'s> {
    parts: Vec<(&'s Sigma, Value)>,
    is_tuple: bool,
}

impl<'s> Components<'s> {
    fn of(sigma: &'s Sigma, expr: &Value) -> Components<'s> {
        match (sigma, expr) {
            (Sigma::Tuple(sigmas), Value::Tuple(exprs)) => {
                let parts = sigmas.iter().zip(exprs.iter().cloned()).collect();
                Components { parts, is_tuple: true }
            }
            _ => Components { parts: vec![(sigma, expr.clone())], is_tuple: false },
        }
    }

    /// The `j`-th component of a value of the whole.
    fn component<'v>(&self, value: &'v Value, j: usize) -> Option<&'v Value> {
        match (self.is_tuple, value) {
            (false, _) => Some(value),
            (true, Value::Tuple(parts)) => parts.get(j),
            (true, Value::Leaf(_)) => None,
        }
    }

    /// The relevant cells of the `j`-th component while all others keep their values, if they are
    /// certainly all.
    fn relevant(&self, j: usize, ctx: &Term, names: &Names) -> Option<Vec<Path>> {
        let Value::Leaf(array) = &self.parts[j].1 else { return None };
        let depth = depth(&array.sort());
        if depth == 0 {
            return None;
        }
        let others = self.parts.iter().enumerate().filter(|(l, _)| *l != j);
        let others = others.flat_map(|(_, (_, value))| value.leaves()).collect();
        let (avar, omega) = insts::omega(array, &preserving(others, ctx), names);
        sure(&relevant_linked::relevant(&avar, Levels::all(depth), &omega))
    }

    /// How the `j`-th component was instantiated.
    fn algorithm<'c>(&self, algorithm: &'c Algorithm, j: usize) -> &'c Algorithm {
        match algorithm {
            Algorithm::Tuple { calls, .. } if self.is_tuple => {
                calls.get(j).map_or(algorithm, |c| &c.algorithm)
            }
            _ => algorithm,
        }
    }

    /// The cells of the `j`-th component that an instance shows.
    fn kept(&self, i: &Instantiation, j: usize) -> Vec<Path> {
        let mut out = vec![];
        if let (Some(sharp), Some(q)) = (self.component(&i.sharp, j), self.component(&i.q, j)) {
            kept(self.parts[j].0, sharp, q, &mut out);
        }
        out
    }
}

/// Whether a component has finitely many abstract values: on its face, or because its formula
/// names the only cells that count.
fn is_finite(sigma: &Sigma) -> bool {
    match sigma {
        Sigma::Compose(second, first) => {
            sigma.is_finite() || pinned_indices(second, first).is_some()
        }
        Sigma::Tuple(parts) | Sigma::Product(parts) | Sigma::Sum(parts) => {
            parts.iter().all(is_finite)
        }
        Sigma::Power(base, _) | Sigma::Ordered(base, _) => is_finite(base),
        Sigma::Id | Sigma::Cell | Sigma::Finite(_) => sigma.is_finite(),
    }
}

/// Whether every value has at most one abstract value, as far as the form of `sigma` shows.
fn has_one_value(sigma: &Sigma) -> bool {
    match sigma {
        Sigma::Id => true,
        Sigma::Finite(finite) => finite.cases.len() <= 1,
        Sigma::Tuple(parts) | Sigma::Product(parts) => parts.iter().all(has_one_value),
        Sigma::Power(base, _) | Sigma::Ordered(base, _) => has_one_value(base),
        Sigma::Compose(second, first) if second.is_finite() && has_one_value(second) => {
            has_one_value(first) || pinned_indices(second, first).is_some_and(|k| k.len() <= 1)
        }
        Sigma::Compose(..) | Sigma::Cell | Sigma::Sum(_) => false,
    }
}

fn depth(sort: &Sort) -> usize {
    match sort {
        Sort::Array(element) => 1 + depth(element),
        _ => 0,
    }
}

/// Whether abstract values are made of single cells, one each, by a finite abstraction.
fn is_of_single_cells(sigma: &Sigma) -> bool {
    match sigma {
        Sigma::Cell => true,
        Sigma::Compose(second, first) if second.is_finite() => is_of_single_cells(first),
        Sigma::Compose(second, first) if **first == Sigma::Cell => match &**second {
            Sigma::Tuple(parts) => {
                matches!(parts.as_slice(), [Sigma::Id, row] if is_of_single_cells(row))
            }
            _ => false,
        },
        _ => false,
    }
}

/// The indices of the one cell that an abstract value is made of.
fn path(sigma: &Sigma, sharp: &Value, q: &Value) -> Option<Path> {
    match (sigma, sharp.parts(), q.parts()) {
        (Sigma::Cell, [Value::Leaf(k), _], _) => Some(vec![k.clone()]),
        (Sigma::Compose(second, first), _, [middle, below, above]) => {
            let mut indices = path(first, middle, below)?;
            if let Sigma::Tuple(parts) = &**second
                && let [Sigma::Id, row] = parts.as_slice()
                && !row.is_finite()
            {
                let (sharp, q) = (sharp.parts().get(1)?, above.parts().get(1)?);
                indices.extend(path(row, sharp, q)?);
            }
            Some(indices)
        }
        _ => None,
    }
}

/// The cells of the concrete value that an abstract one shows, with their values.
fn kept(sigma: &Sigma, sharp: &Value, q: &Value, out: &mut Vec<Path>) {
    match sigma {
        _ if sigma.depth().is_some() => out.extend(path(sigma, sharp, q)),
        Sigma::Power(base, _) | Sigma::Ordered(base, _) => {
            let values = sharp.parts().iter().zip(q.parts());
            values.for_each(|(s, q)| kept(base, s, q, out));
        }
        Sigma::Product(parts) => {
            let values = sharp.parts().iter().zip(q.parts());
            parts.iter().zip(values).for_each(|(p, (s, q))| kept(p, s, q, out));
        }
        Sigma::Sum(parts) => {
            let tag = sharp.parts().first().and_then(|t| match t {
                Value::Leaf(t) => t.as_int().and_then(|n| n.to_i64()),
                Value::Tuple(_) => None,
            });
            let Some(n) = tag.and_then(|n| usize::try_from(n).ok()) else { return };
            let values = (parts.get(n), sharp.parts().get(n + 1), q.parts().get(n));
            if let (Some(p), Some(s), Some(q)) = values {
                kept(p, s, q, out);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_calls_are_as_bad_as_the_worst() {
        let of = |truth: Truth| Completeness { criterion: Criterion::TopFree, truth };
        let complete = of(Truth::Complete(Condition::C1));
        let open = of(Truth::Open);
        assert_eq!(Completeness::all([&complete]).truth, Truth::Complete(Condition::C1));
        assert_eq!(Completeness::all([&complete, &open]).truth, Truth::Open);
        assert_eq!(Completeness::all([]).truth, Truth::Complete(Condition::C0));
    }
}
