//! The interface of all engines: they are made from a `Setup`, work in slices, report their progress, and
//! are never believed before a checker has accepted their findings.

use super::hints::Hints;
use super::reduce::Reduced;
use super::refute::{Counterexample, DerivationTree};
use super::rule::Lemmas;
use super::rule::Rule;
use super::settings::Settings;
use super::vocabulary::Vocabulary;
use hornbook_base::Budget;
use hornbook_horn::{System, Term};
use std::collections::BTreeSet;

/// The input of an engine.
pub(crate) struct Setup<'s> {
    /// The reduced rules, with facts about them.
    pub reduced: &'s Reduced,
    /// The rules to work on, perhaps with fewer premises.
    pub rules: &'s [Rule],
    /// The predicates.
    pub system: &'s System,
    /// The meaning of the parameters.
    pub hints: &'s Hints,
    /// The atoms that lemmas may use.
    pub vocabulary: &'s Vocabulary,
    /// The numbers that steer it.
    pub settings: &'s Settings,
}

/// Starts an engine.
///
/// # Errors
/// In words, when a rule leaves the arithmetic that `lia/` decides.
pub(crate) type Start = fn(&Setup<'_>) -> Result<Box<dyn Engine>, String>;

/// A final or intermediate result of an engine.
#[derive(Debug)]
pub enum Finding {
    /// An invariant.
    Invariant {
        /// The invariant as lemmas at each predicate; in several versions if it has them, the most readable
        /// one first.
        lemmas: Vec<Lemmas>,
        /// The rules for `false`, by index, that the invariant does not exclude.
        fires: BTreeSet<usize>,
    },
    /// A derivation of `false` as far as the engine's vocabulary can tell.
    Counterexample(Counterexample),
    /// Rules that derive `false`.
    Derivation(DerivationTree),
    /// The rule for `false` with this index fires in no way that the engine can find.
    Nothing(usize),
    /// The search is complete.
    Over,
    /// A question about the rule for `false` with this index is too hard, as the text says; there may be others.
    Hard(usize, String),
    /// The engine cannot go on; the text says why.
    Stuck(String),
}

/// The progress of an engine, for display while it works.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineProgress {
    /// The present activity, in a few words.
    pub doing: &'static str,
    /// The depth of the search, from 0.
    pub depth: u32,
    /// Facts in use.
    pub lemmas: u64,
    /// Atoms that these facts are made of.
    pub atoms: u64,
    /// The last few facts.
    pub recent: Vec<Term>,
}

/// A resumable search for a model of rules or for a derivation of `false` from them.
///
/// **Invariant:** its findings depend on its setup only, not on the sizes of the slices in which it works.
pub trait Engine {
    /// Works until there is a finding or the budget is used up (`None`; call again).
    fn step(&mut self, budget: &mut Budget) -> Option<Finding>;

    /// The rules to work on.
    fn rules(&self) -> &[Rule];

    /// Retires the rule for `false` with this index: its violation is no longer searched for.
    fn retire_rule(&mut self, rule: usize);

    /// Questions put to the integer solver so far.
    fn questions(&self) -> u64;

    /// The progress so far.
    fn progress(&self) -> EngineProgress;
}
