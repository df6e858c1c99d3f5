//! Sets of states, and the literals that separate them.

use super::SPARE;
use hornbook_base::{Budget, Int};
use hornbook_horn::linear::{Constraint, Linear};
use hornbook_horn::{Op, Term, Var};
use std::collections::BTreeSet;

/// A set of states.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct StateSet {
    words: Vec<u64>,
    len: usize,
}

impl FromIterator<bool> for StateSet {
    fn from_iter<I: IntoIterator<Item = bool>>(has: I) -> StateSet {
        let (mut words, mut word, mut bits) = (vec![], 0u64, 0);
        for has in has {
            word |= u64::from(has) << bits;
            bits += 1;
            if bits == 64 {
                words.push(word);
                (word, bits) = (0, 0);
            }
        }
        if bits > 0 {
            words.push(word);
        }
        StateSet::from_words(words)
    }
}

impl StateSet {
    fn from_words(words: Vec<u64>) -> StateSet {
        let len = words.iter().map(|word| word.count_ones() as usize).sum();
        StateSet { words, len }
    }

    /// The set of all of so many states.
    pub(super) fn all(states: usize) -> StateSet {
        (0..states).map(|_| true).collect()
    }

    /// The set of these states, of so many.
    pub(super) fn from_members(members: &[usize], states: usize) -> StateSet {
        let mut words = vec![0; states.div_ceil(64)];
        members.iter().for_each(|n| words[n / 64] |= 1u64 << (n % 64));
        StateSet::from_words(words)
    }

    /// The number of words.
    pub(super) fn words(&self) -> usize {
        self.words.len()
    }

    /// The number of states.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn and(&self, other: &StateSet) -> StateSet {
        StateSet::from_words(self.words.iter().zip(&other.words).map(|(a, b)| a & b).collect())
    }

    pub(super) fn without(&self, other: &StateSet) -> StateSet {
        StateSet::from_words(self.words.iter().zip(&other.words).map(|(a, b)| a & !b).collect())
    }

    pub(super) fn is_subset(&self, other: &StateSet) -> bool {
        self.both(other) == self.len
    }

    pub(super) fn both(&self, other: &StateSet) -> usize {
        self.words.iter().zip(&other.words).map(|(a, b)| (a & b).count_ones() as usize).sum()
    }

    /// The numbers of the states.
    pub(super) fn members(&self) -> impl Iterator<Item = usize> + '_ {
        let bits = |(at, word): (usize, &u64)| {
            // Removes the lowest bit again and again.
            let some = |word: u64| (word != 0).then_some(word);
            let left = std::iter::successors(some(*word), move |word| some(word & (word - 1)));
            left.map(move |word| 64 * at + word.trailing_zeros() as usize)
        };
        self.words.iter().enumerate().flat_map(bits)
    }
}

/// A literal with its states.
pub(super) struct Guard {
    pub(super) literal: Term,
    /// The states in which the literal holds.
    pub(super) set: StateSet,
    /// The samples that the literal mentions.
    pub(super) samples: BTreeSet<usize>,
}

/// Literals that separate states.
pub(super) struct Guards(Vec<Guard>);

impl Guards {
    /// Keeps the first of literals that hold of the same states.
    pub(super) fn new(literals: Vec<Guard>) -> Guards {
        let mut known: BTreeSet<(StateSet, BTreeSet<usize>)> = BTreeSet::new();
        let mut all = literals;
        all.retain(|guard| known.insert((guard.set.clone(), guard.samples.clone())));
        Guards(all)
    }

    /// All guards.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Guard> {
        self.0.iter()
    }

    /// `base`, and its intersections with the states of one and of two literals, up to a limit. Two literals
    /// about the same sample, such as its two bounds, separate more than two about different ones. Of each
    /// kind the largest come first.
    pub(super) fn regions(&self, base: &StateSet, most: usize) -> Vec<StateSet> {
        let some = |set: &StateSet| set.len() > SPARE && set.len() < base.len();
        let one = |guard: &Guard| (guard.set.and(base), guard.samples.clone());
        let single: Vec<(StateSet, BTreeSet<usize>)> =
            self.0.iter().map(one).filter(|(set, _)| some(set)).collect();
        let pairs = |same: bool| -> Vec<StateSet> {
            let others = single.iter().enumerate().flat_map(|(n, one)| {
                let others = single[n + 1..].iter().filter(move |other| (one.1 == other.1) == same);
                others.map(move |other| one.0.and(&other.0))
            });
            largest_first(others.filter(some).take(4 * most).collect())
        };
        let mut known = BTreeSet::new();
        let all = [base.clone()]
            .into_iter()
            .chain(largest_first(single.iter().map(|one| one.0.clone()).collect()));
        let all = all.chain(pairs(true)).chain(pairs(false));
        all.filter(|set| known.insert(set.clone())).take(most).collect()
    }

    /// Conjunctions of at most so many literals that imply `holds` in all states of `base` and cover many of
    /// the `wanted` ones; built step by step, each for the states that the ones before do not cover (separate
    /// and conquer, Fürnkranz 1999). Their literals mention only samples that the fact is `about`.
    pub(super) fn separate(
        &self,
        base: &StateSet,
        (holds, wanted): (&StateSet, &StateSet),
        about: &BTreeSet<usize>,
        most: usize,
        budget: &mut Budget,
    ) -> Vec<(Vec<Term>, StateSet)> {
        let guards: Vec<&Guard> = self.0.iter().filter(|g| g.samples.is_subset(about)).collect();
        let mut found = vec![];
        let mut open = base.and(wanted);
        for _ in 0..CONJUNCTIONS {
            if open.len() <= SPARE {
                break;
            }
            let task = ConjunctionSearch { base, holds, open: &open, most };
            let Some((chosen, here)) = task.conjunction(&guards, budget) else { break };
            let larger = weakened(base, holds, &chosen, &guards, budget);
            let pruned =
                Some(task.pruned(&chosen, budget)).filter(|(left, _)| left.len() < chosen.len());
            open = open.without(&here);
            for (literals, there) in [Some((chosen, here)), pruned, larger].into_iter().flatten() {
                open = open.without(&there);
                found.push((literals.iter().map(|g| g.literal.clone()).collect(), there));
            }
        }
        found
    }
}

/// The search for a conjunction that implies `holds` in `base` and covers many of the `open` states.
struct ConjunctionSearch<'s> {
    base: &'s StateSet,
    holds: &'s StateSet,
    open: &'s StateSet,
    most: usize,
}

impl ConjunctionSearch<'_> {
    /// The conjunction that covers most open states, of those that begin with one of the best literals.
    fn conjunction<'g>(
        &self,
        guards: &[&'g Guard],
        budget: &mut Budget,
    ) -> Option<(Vec<&'g Guard>, StateSet)> {
        if self.base.is_subset(self.holds) {
            return Some((vec![], self.base.clone()));
        }
        let first = self.best(self.base, guards, budget);
        let from = |first: &&'g Guard| self.completed(first, guards, budget);
        let all = first.iter().take(BEGINNINGS.min(self.most)).filter_map(from);
        let misses = |there: &StateSet| self.open.len() - there.both(self.open);
        all.min_by_key(|(chosen, there)| (misses(there), chosen.len(), there.len()))
    }

    /// The conjunction without redundant literals; the first ones are dropped first, since they were chosen
    /// with the least knowledge.
    fn pruned<'g>(&self, chosen: &[&'g Guard], budget: &mut Budget) -> (Vec<&'g Guard>, StateSet) {
        let mut chosen = chosen.to_vec();
        budget
            .charge((chosen.len() * chosen.len() * self.base.words.len() / WORDS_PER_STEP) as u64);
        let region = |literals: &[&Guard], but: Option<usize>| {
            let all = literals.iter().enumerate().filter(|(n, _)| Some(*n) != but);
            all.fold(self.base.clone(), |region, (_, guard)| region.and(&guard.set))
        };
        let mut at = 0;
        while at < chosen.len() {
            match region(&chosen, Some(at)).is_subset(self.holds) {
                true => drop(chosen.remove(at)),
                false => at += 1,
            }
        }
        let there = region(&chosen, None);
        (chosen, there)
    }

    /// The literals by their gain: the number of open states that are kept, times the decrease of uncertainty
    /// (Quinlan's FOIL, Machine Learning 1990). Of equal ones the stricter comes first, as no state shows
    /// that the other suffices.
    fn best<'g>(
        &self,
        here: &StateSet,
        guards: &[&'g Guard],
        budget: &mut Budget,
    ) -> Vec<&'g Guard> {
        budget.charge(1 + (guards.len() * here.words.len() / WORDS_PER_STEP) as u64);
        let (wrong, wanted) = (here.without(self.holds), here.and(self.open));
        let unsure = |kept: usize, wrong: usize| log2(kept + wrong) - log2(kept);
        let before = unsure(wanted.len(), wrong.len());
        let worth = |set: &StateSet| {
            let (kept, left) = (wanted.both(set), wrong.both(set));
            (kept > SPARE && left < wrong.len())
                .then(|| kept as i64 * (before - unsure(kept, left)))
        };
        let mut worths: Vec<(i64, &Guard)> =
            guards.iter().filter_map(|g| Some((worth(&g.set)?, *g))).collect();
        worths.sort_by_key(|(worth, guard)| (std::cmp::Reverse(*worth), guard.set.len()));
        worths.into_iter().map(|(_, guard)| guard).collect()
    }

    fn completed<'g>(
        &self,
        first: &'g Guard,
        guards: &[&'g Guard],
        budget: &mut Budget,
    ) -> Option<(Vec<&'g Guard>, StateSet)> {
        let (mut here, mut chosen) = (self.base.and(&first.set), vec![first]);
        while !here.is_subset(self.holds) {
            if chosen.len() >= self.most || budget.left() == 0 {
                return None;
            }
            let next = *self.best(&here, guards, budget).first()?;
            here = here.and(&next.set);
            chosen.push(next);
        }
        Some((chosen, here))
    }
}

/// The logarithm of a positive number in 65,536ths, linear between powers of two, so that all platforms
/// agree.
fn log2(n: usize) -> i64 {
    let whole = n.max(1).ilog2();
    ((i64::from(whole) - 1) << 16) + (((n.max(1) as i64) << 16) >> whole)
}

fn largest_first(mut sets: Vec<StateSet>) -> Vec<StateSet> {
    sets.sort_by_key(|set| std::cmp::Reverse(set.len()));
    sets
}

/// A larger region in which `holds` is still true of all states, with weaker literals in place of those
/// chosen; `None` if there is none. The strictest literals come first; a literal may hold by chance only.
fn weakened<'g>(
    base: &StateSet,
    holds: &StateSet,
    chosen: &[&'g Guard],
    guards: &[&'g Guard],
    budget: &mut Budget,
) -> Option<(Vec<&'g Guard>, StateSet)> {
    let region = |literals: &[&Guard]| literals.iter().fold(base.clone(), |r, g| r.and(&g.set));
    let (mut now, mut size) = (chosen.to_vec(), region(chosen).len());
    for n in 0..now.len() {
        let rest: Vec<&Guard> = [&now[..n], &now[n + 1..]].concat();
        let rest = region(&rest);
        let own = rest.and(&now[n].set);
        budget.charge((guards.len() * base.words.len() / WORDS_PER_STEP) as u64);
        let weaker = guards.iter().filter_map(|guard| {
            let there = rest.and(&guard.set);
            (there.len() > size && own.is_subset(&there) && there.is_subset(holds))
                .then_some((there.len(), *guard))
        });
        if let Some((larger, guard)) = weaker.max_by_key(|(larger, _)| *larger) {
            (now[n], size) = (guard, larger);
        }
    }
    let there = region(&now);
    (there.len() > region(chosen).len()).then_some((now, there))
}

/// The number of words that take about the time of one step.
pub(super) const WORDS_PER_STEP: usize = 500;

/// The number of literals with which a conjunction may begin.
const BEGINNINGS: usize = 6;

/// The number of regions for one fact.
const CONJUNCTIONS: usize = 5;

/// A literal that is compiled to positions of variables.
pub(super) enum CompiledLiteral {
    Flag(usize, bool),
    Least(CompiledForm),
    Zero(CompiledForm, bool),
    Residue(CompiledForm, i128, i128, bool),
}

/// A sum that is compiled: coefficients by positions, and a constant.
pub(super) struct CompiledForm(Vec<(usize, i128)>, i128);

impl CompiledForm {
    pub(super) fn from_linear(form: &Linear, vars: &[Var]) -> Option<CompiledForm> {
        let part = |(v, c): (&Var, &Int)| Some((vars.iter().position(|w| w == v)?, small(c)?));
        let parts = form.coeffs().iter().map(part).collect::<Option<_>>()?;
        Some(CompiledForm(parts, small(form.constant_part())?))
    }

    /// The value of the sum. Values and coefficients have 64 bits, and there are few of them. An overflow
    /// only makes a wrong guess.
    pub(super) fn value(&self, numbers: &[i128]) -> i128 {
        let times = |(n, c): &(usize, i128)| c.wrapping_mul(numbers[*n]);
        self.0.iter().map(times).fold(self.1, i128::wrapping_add)
    }
}

impl CompiledLiteral {
    pub(super) fn from_literal(
        literal: &Term,
        vars: &[Var],
        flags: &[Var],
    ) -> Option<CompiledLiteral> {
        let (plain, holds) = match literal.as_app(Op::Not) {
            Some([inner]) => (inner, false),
            _ => (literal, true),
        };
        if let Some(v) = plain.as_var() {
            return Some(CompiledLiteral::Flag(flags.iter().position(|w| w == v)?, holds));
        }
        let form = |form: &Linear| CompiledForm::from_linear(form, vars);
        Some(match Constraint::from_literal(literal)? {
            Constraint::Le(f) => CompiledLiteral::Least(form(&f)?),
            Constraint::Eq(f) => CompiledLiteral::Zero(form(&f)?, true),
            Constraint::Ne(f) => CompiledLiteral::Zero(form(&f)?, false),
            Constraint::Mod(f, m, r) => {
                CompiledLiteral::Residue(form(&f)?, small(&m)?, small(&r)?, true)
            }
            Constraint::NotMod(f, m, r) => {
                CompiledLiteral::Residue(form(&f)?, small(&m)?, small(&r)?, false)
            }
        })
    }

    pub(super) fn holds(&self, numbers: &[i128], flags: &[i128]) -> bool {
        match self {
            CompiledLiteral::Flag(n, value) => (flags[*n] != 0) == *value,
            CompiledLiteral::Least(form) => form.value(numbers) <= 0,
            CompiledLiteral::Zero(form, zero) => (form.value(numbers) == 0) == *zero,
            CompiledLiteral::Residue(form, m, r, same) => {
                *m != 0 && (form.value(numbers).rem_euclid(*m) == *r) == *same
            }
        }
    }
}

fn small(n: &Int) -> Option<i128> {
    n.to_i64().map(i128::from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn logarithms_grow_and_are_exact_at_powers_of_two() {
        assert!((0..30).all(|n| log2(1 << n) == n << 16));
        assert!((1..5_000).all(|n| log2(n) < log2(n + 1)));
        assert_eq!(log2(0), 0);
    }

    fn sets(all: &[Vec<bool>]) -> Guards {
        let guard = |(n, has): (usize, &Vec<bool>)| Guard {
            literal: Term::var(&Var::int(format!("g{n}"))),
            set: has.iter().copied().collect(),
            samples: BTreeSet::new(),
        };
        Guards::new(all.iter().enumerate().map(guard).collect())
    }

    proptest! {
        /// The definition: in each region the fact holds of all states, and a region has the states of its
        /// literals.
        #[test]
        fn what_holds_is_true_in_all_regions(
            holds in prop::collection::vec(any::<bool>(), 60),
            literals in prop::collection::vec(prop::collection::vec(any::<bool>(), 60), 1..8),
            most in 1usize..5,
        ) {
            let holds: StateSet = holds.iter().copied().collect();
            let guards = sets(&literals);
            let base = StateSet::all(60);
            let mut budget = Budget::steps(1_000_000);
            let found = guards.separate(&base, (&holds, &holds), &BTreeSet::new(), most, &mut budget);
            for (when, there) in found {
                prop_assert!(there.is_subset(&holds) && there.len() > SPARE && when.len() <= most);
                let of = |t: &Term| guards.0.iter().find(|g| g.literal == *t).map(|g| &g.set);
                let left = when.iter().filter_map(of).fold(base.clone(), |set, own| set.and(own));
                prop_assert_eq!(left, there);
            }
        }

        /// The definition: the fact holds in a pruned region, and would not without any one of its literals.
        #[test]
        fn pruned_regions_need_all_of_their_literals(
            literals in prop::collection::vec(prop::collection::vec(any::<bool>(), 40), 1..6),
            other in prop::collection::vec(any::<bool>(), 40),
        ) {
            let guards = sets(&literals);
            let chosen: Vec<&Guard> = guards.0.iter().collect();
            let base = StateSet::all(40);
            let all = chosen.iter().fold(base.clone(), |set, guard| set.and(&guard.set));
            // The states of the whole conjunction, and more.
            let holds: StateSet = (0..40).map(|n| all.members().any(|m| m == n) || other[n]).collect();
            let task = ConjunctionSearch { base: &base, holds: &holds, open: &holds, most: 9 };
            let (left, there) = task.pruned(&chosen, &mut Budget::steps(10_000));
            prop_assert!(there.is_subset(&holds) && all.is_subset(&there));
            for n in 0..left.len() {
                let but = left.iter().enumerate().filter(|(m, _)| *m != n);
                let region = but.fold(base.clone(), |set, (_, guard)| set.and(&guard.set));
                prop_assert!(!region.is_subset(&holds));
            }
        }
    }
}
