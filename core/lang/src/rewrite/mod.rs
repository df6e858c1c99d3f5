//! Programs made from programs, as trees, and how their texts lead back to the original.
//!
//! A rewriting takes the tree of a text and gives another tree. What it keeps has its place in the
//! original text still; what it adds ([`build`]) stands nowhere, or at the place that it is made
//! for. [`SourceMap::from_trees`] prints the tree and says for each piece of the new text where it comes from,
//! so that what is found out about a new program can be shown in the original.
//!
//! [`walk`] changes trees, [`effects`] says what statements do with variables, [`names`] has new
//! names and other names, [`fn@substitute`] puts expressions in the place of variables. [`inline`]
//! writes calls out, [`split_assignments`] takes assignments of several values apart, [`loop_conditions`] has
//! loops ask inside.
//!
//! **Invariants.** Nothing here decides whether two programs mean the same: that is up to the
//! rewriting. A rewriting never gives a new piece the place of a piece of the same kind unless it
//! stands for that one. Reading a printed text gives the printed tree, each piece where the map
//! has it, if the tree fits the parser's limits.

// What changes a list of statements takes a vector, so that all have one type.
#![allow(clippy::ptr_arg)]

pub mod build;
pub mod effects;
pub mod inline;
pub mod loop_conditions;
pub mod names;
pub mod split_assignments;
pub mod source_map;
mod substitute;
pub mod walk;

pub use source_map::{NodeChange, NodeOrigin, SourceMap};
pub use substitute::substitute;
