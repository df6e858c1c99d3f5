//! The completeness of a call to `insts` (T Def. 24), in two parts that must not be confused: the thesis's
//! criterion, and the truth as far as it is established.
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
//! (T Theorem 18) and nothing is lost. (Tuples whose guards contradict each other may be missing, here and below: what
//! they say is true of no value whatever the variables are, so they are never the abstract value that a proof picks.)
//!
//! **C1.** Exactly one component is infinite; its abstract values are made of single cells by a finite
//! abstraction `f` (`f = id` for `cell` itself); each other component has at most one abstract value;
//! the set holds the cells of a relevant set, or cells whose indices are equal to theirs wherever the context is
//! false, and one of its elements certainly has a value.
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
//! **C1 once more.** The abstract values may also show the contents of fixed cells, as those of
//! `cell ⊗ first` do, and there may be other infinite components if they are blind (see `blind`) and
//! the set has one cell of each, which are all that is relevant. *Proof.* A blind component is first
//! replaced by the array with the value of that cell everywhere, as for C4; then it has one abstract value,
//! which all instances have. What fixed cells show belongs to `g`: for `x ∈ A` it is `w`, what they show
//! of `a`. Let `p` be such a cell. If `p ∈ R` then `a'[p] = a[p]`, otherwise `a'[p] = x[p]`, and both show
//! `w`. ∎
//!
//! **C3, C4, C5, C6** stand with their proofs in `passed_on`, `blind`, `cases` and `pairs`.
//!
//! Where none applies the truth is `open` unless `witness/` finds a model that shows a loss.

mod blind;
mod cases;
mod components;
mod pairs;
mod passed_on;

use self::components::{
    Components, Path, has_one_value, is_finite, is_of_single_and_fixed_cells, path, search, sure,
};
use super::{Algorithm, Instantiation};
use crate::facts::Facts;
use crate::relevant::Top;
use crate::sigma::{Sigma, Value};
use hornbook_horn::arrays::counts;
use hornbook_horn::fold::fold;
use hornbook_horn::{Names, Op, Term};
use serde::{Deserialize, Serialize};
use std::cell::LazyCell;

/// The thesis's criterion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Criterion {
    /// `relevant` understood every use of the arrays, and the set has its cells.
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
    /// The arrays are only passed on.
    C3,
    /// Abstract values do not show where values stand.
    C4,
    /// One of the others in each of several cases.
    C5,
    /// Pairs of truth values.
    C6,
}

impl Condition {
    /// The condition in a few words.
    pub fn in_short(self) -> &'static str {
        match self {
            Condition::C0 => "nothing to lose",
            Condition::C1 => "one cell of one array",
            Condition::C2 => "one instance has all cells",
            Condition::C3 => "arrays are only passed on",
            Condition::C4 => "all relevant values are listed",
            Condition::C5 => "nothing is lost in any case",
            Condition::C6 => "all pairs of truth values",
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
            Condition::C3 => {
                "C3: the arrays are only passed on, and a single instance holds all that is asked"
            }
            Condition::C4 => {
                "C4: places are not kept, and the values of all relevant cells are listed"
            }
            Condition::C5 => "C5: whichever cells are written, one of the other conditions holds",
            Condition::C6 => {
                "C6: one array of truth values, kept by pairs, and all pairs of relevant cells are there"
            }
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
    /// Whether nothing is lost: every use was understood, which suffices.
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
    let whole = Components::from_value(sigma, expr);
    let settled = match sigma {
        Sigma::Tuple(_) => cases::with_constants(ctx, &negation(ctx)),
        _ => None,
    };
    let ctx = settled.as_ref().unwrap_or(ctx);
    let facts = LazyCell::new(|| Facts::from_negation(ctx));
    let asked = CompletenessQuestion { sigma, expr, ctx, algorithm, set, names, whole, facts };
    // A set that was cut may lack the instances of the proofs.
    let whole_set = set.len() < super::ELEMENTS && !algorithm.is_cut();
    // There are no proofs about numbers of occurrences.
    let proved = whole_set && !sigma.counts() && !counts::counts(ctx);
    let condition = if proved { asked.condition() } else { None };
    Completeness { criterion, truth: condition.map_or(Truth::Open, Truth::Complete) }
}

/// The criterion by the searches below a call.
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
struct CompletenessQuestion<'a, F> {
    sigma: &'a Sigma,
    expr: &'a Value,
    ctx: &'a Term,
    algorithm: &'a Algorithm,
    set: &'a [Instantiation],
    names: &'a Names,
    whole: Components<'a>,
    /// The facts where the context is false.
    facts: LazyCell<Facts, F>,
}

impl<F: FnOnce() -> Facts> CompletenessQuestion<'_, F> {
    /// The condition that the call satisfies.
    fn condition(&self) -> Option<Condition> {
        self.plain().or_else(|| self.in_each_case().then_some(Condition::C5))
    }

    /// C5: a condition for each case.
    fn in_each_case(&self) -> bool {
        if !self.whole.is_tuple {
            return false;
        }
        // The cells of ordered tuples are choices.
        let chosen: Vec<Term> = self.set.iter().flat_map(|i| i.sharp.leaves()).collect();
        let Some(contexts) = cases::split(self.ctx, &negation(self.ctx), &chosen) else {
            return false;
        };
        contexts.iter().all(|ctx| {
            let facts = LazyCell::new(|| Facts::from_negation(ctx));
            let whole = Components::from_value(self.sigma, self.expr);
            let CompletenessQuestion { sigma, expr, algorithm, set, names, .. } = *self;
            let impossible = negation(ctx).iter().any(|t| fold(t).is_false());
            impossible
                || CompletenessQuestion { sigma, expr, ctx, algorithm, set, names, whole, facts }
                    .plain()
                    .is_some()
        })
    }

    /// A condition without cases.
    fn plain(&self) -> Option<Condition> {
        let (finite, infinite): (Vec<usize>, Vec<usize>) =
            (0..self.whole.parts.len()).partition(|&j| is_finite(self.whole.parts[j].0));
        if infinite.is_empty() {
            return Some(Condition::C0);
        }
        if finite.iter().all(|&j| has_one_value(self.whole.parts[j].0)) {
            if self.c1(&infinite) {
                return Some(Condition::C1);
            }
            if self.c2(&infinite) {
                return Some(Condition::C2);
            }
            if self.c6(&infinite) {
                return Some(Condition::C6);
            }
        }
        if !self.whole.is_tuple {
            return None;
        }
        let is_certain = |i: &Instantiation| self.is_certain(i);
        let negation = negation(self.ctx);
        if passed_on::is_passed_on(self.sigma, self.expr, &negation, self.set, is_certain) {
            return Some(Condition::C3);
        }
        infinite.iter().all(|&j| self.lists_all(j)).then_some(Condition::C4)
    }

    /// C4, for one infinite component.
    fn lists_all(&self, j: usize) -> bool {
        let algorithm = self.whole.algorithm(self.algorithm, j);
        blind::is_blind(self.whole.parts[j].0)
            && self.relevant(j, |wanted| blind::lists(algorithm, wanted))
    }

    /// C1: one infinite component of single cells; others have one relevant cell.
    fn c1(&self, infinite: &[usize]) -> bool {
        let single = |j: &usize| is_of_single_and_fixed_cells(self.whole.parts[*j].0);
        let sighted: Vec<usize> =
            infinite.iter().copied().filter(|&j| !blind::is_blind(self.whole.parts[j].0)).collect();
        let j = match (sighted.as_slice(), infinite) {
            ([j], _) | ([], [j]) => *j,
            _ => return false,
        };
        if !single(&j) || !infinite.iter().filter(|i| **i != j).all(|&i| self.has_one_cell(i)) {
            return false;
        }
        let cell = |i: &Instantiation| {
            let (sharp, q) = (self.whole.component(&i.sharp, j)?, self.whole.component(&i.q, j)?);
            path(self.whole.parts[j].0, sharp, q)
        };
        let held: Vec<Path> = self.set.iter().filter_map(cell).collect();
        self.relevant(j, |wanted| self.are_held(&held, wanted))
            && self.set.iter().any(|i| self.is_certain(i))
    }

    /// Whether a blind component is instantiated at one cell, which is all that is relevant.
    fn has_one_cell(&self, j: usize) -> bool {
        let Algorithm::Compose { first, .. } = self.whole.algorithm(self.algorithm, j) else {
            return false;
        };
        let one_case = matches!(self.whole.parts[j].0,
            Sigma::Compose(outer, _) if has_one_value(outer));
        one_case && first.set.len() == 1 && self.lists_all(j)
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

    /// C6: all pairs of cells of the one infinite component.
    fn c6(&self, infinite: &[usize]) -> bool {
        let &[j] = infinite else { return false };
        if !pairs::keeps_pairs(&self.whole, j) {
            return false;
        }
        let certain = self.set.iter().filter(|i| self.is_certain(i));
        let held: Vec<Vec<Path>> = certain.map(|i| self.whole.kept(i, j)).collect();
        let is_there = |pair: [Path; 2]| held.iter().any(|held| self.are_held(held, &pair));
        !held.is_empty() && self.relevant(j, |wanted| pairs::pairs(wanted).all(is_there))
    }

    /// Whether some relevant set of the `j`-th component is `enough`: the one of the call itself, where more
    /// than the other components may be preserved, or the one of a new search.
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
        self.are_held(&self.whole.kept(i, j), wanted)
    }

    /// Whether the cells are among those that are held, or equal to one of them where the context is false.
    fn are_held(&self, held: &[Path], wanted: &[Path]) -> bool {
        let same = |h: &Path, p: &Path| {
            let mut pairs = h.iter().zip(p);
            h.len() == p.len() && pairs.all(|(k, l)| self.is_same(k, l))
        };
        wanted.iter().all(|p| held.contains(p) || held.iter().any(|h| same(h, p)))
    }

    /// Whether two indices are equal where the context is false.
    fn is_same(&self, k: &Term, l: &Term) -> bool {
        let settled = self.facts.settle(k);
        settled == *l || self.facts.decide(&Term::eq(settled, l.clone())) == Some(true)
    }
}

/// The facts where the context is false, part by part.
fn negation(ctx: &Term) -> Vec<Term> {
    let mut out = vec![];
    let mut rest = ctx;
    while let Some([premise, goal]) = rest.as_app(Op::Implies) {
        out.extend(premise.conjuncts());
        rest = goal;
    }
    out.extend(Term::not(rest.clone()).conjuncts());
    out
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
