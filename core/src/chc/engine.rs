//! What all engines have in common: they work in slices, say how far they are, and are never
//! believed before `check/` has looked at what they found.

use crate::base::Budget;
use crate::horn::Term;

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

/// A resumable search.
///
/// **Invariant:** what it finds depends on what it was made from only, not on the sizes of the
/// slices in which it works.
pub trait Engine {
    /// What it ends with.
    type Finding;

    /// Works until there is a finding or the budget is used up (`None`; call again).
    fn step(&mut self, budget: &mut Budget) -> Option<Self::Finding>;

    /// Questions put to the integer solver so far.
    fn questions(&self) -> u64;

    /// What it has learned so far.
    fn learned(&self) -> Learned;
}
