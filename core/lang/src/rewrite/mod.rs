//! Program transformations on syntax trees, and the maps from their texts to the original.
//!
//! A transformation takes the tree of a text and gives another tree. A kept node still has its place in the
//! original text; a new one ([`build`]) has none, or the place that it is made for.
//! [`SourceMap::from_trees`] prints the tree and maps each node of the new text to its origin, so that
//! results about a new program can be shown in the original.
//!
//! [`walk`] changes trees, [`effects`] computes effects of statements, [`names`] makes new names and
//! renames, [`fn@substitute`] substitutes expressions for variables. [`inline`] inlines calls,
//! [`split_assignments`] splits simultaneous assignments, [`loop_conditions`] moves conditions of loops
//! into their bodies.
//!
//! **Invariants.** Nothing here decides whether two programs are equivalent: that is up to the
//! transformation. A transformation never gives a new node the place of a node of the same kind unless it
//! stands for that one. Parsing a printed text gives the printed tree, each node at its place in the map,
//! if the tree fits the parser's limits.

// A function that changes a list of statements takes a vector, so that all have one type.
#![allow(clippy::ptr_arg)]

pub mod build;
pub mod effects;
pub mod inline;
pub mod loop_conditions;
pub mod names;
pub mod operators;
pub mod split_assignments;
pub mod source_map;
mod substitute;
pub mod walk;

pub use source_map::{NodeChange, NodeOrigin, SourceMap};
pub use substitute::substitute;
