//! What all engines have in common: they are made from a [`Setup`], work in slices, say how far they
//! are, and are never believed before `check/` has looked at what they found.

use super::hints::Hints;
use super::mine::Vocabulary;
use super::reduce::Reduced;
use super::refute::{Counterexample, Tree};
use super::rule::Lemmas;
use super::rule::Rule;
use super::settings::Settings;
use hornbook_base::Budget;
use hornbook_horn::{System, Term};
use std::collections::BTreeSet;

/// What an engine is made from.
pub struct Setup<'s> {
    /// The rules, with what is known about them.
    pub reduced: &'s Reduced,
    /// Its rules, perhaps with fewer premises.
    pub rules: &'s [Rule],
    /// The predicates.
    pub system: &'s System,
    /// What the parameters are.
    pub hints: &'s Hints,
    /// The atoms that it may use.
    pub vocabulary: &'s Vocabulary,
    /// The numbers that steer it.
    pub settings: &'s Settings,
}

/// How an engine is begun.
///
/// # Errors
/// In words, when a rule leaves the arithmetic that `lia/` decides.
pub type Start = fn(&Setup<'_>) -> Result<Box<dyn Engine>, String>;

/// What an engine ends with, or comes to on its way.
#[derive(Debug)]
pub enum Finding {
    /// An invariant.
    Invariant {
        /// It as lemmas at each predicate; where it can be said in several ways, the one that is
        /// pleasant to read first.
        lemmas: Vec<Lemmas>,
        /// The rules for `false`, by index, that it does not exclude.
        fires: BTreeSet<usize>,
    },
    /// A derivation of `false` as far as the engine's vocabulary can tell.
    Counterexample(Counterexample),
    /// Rules that derive `false`.
    Derivation(Tree),
    /// The rule for `false` with this index fires in no way that the engine can find.
    Nothing(usize),
    /// There is nothing left to look for.
    Over,
    /// A question about the rule for `false` with this index is too hard, as the text says; there may be others.
    Hard(usize, String),
    /// It cannot go on; the text says why.
    Stuck(String),
}

/// What an engine has learned so far, for display while it works.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Learned {
    /// What it is doing, in a few words.
    pub doing: &'static str,
    /// How deep it is in its search, from 0.
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
/// **Invariant:** what it finds depends on what it was made from only, not on the sizes of the
/// slices in which it works.
pub trait Engine {
    /// Works until there is a finding or the budget is used up (`None`; call again).
    fn step(&mut self, budget: &mut Budget) -> Option<Finding>;

    /// The rules that it works on.
    fn rules(&self) -> &[Rule];

    /// Stops asking for the rule for `false` with this index.
    fn excuse(&mut self, rule: usize);

    /// Questions put to the integer solver so far.
    fn questions(&self) -> u64;

    /// What it has learned so far.
    fn learned(&self) -> Learned;
}
