//! The records that explanations are made of: what a user interface or a file shows.
//!
//! Plain data, serialisable, versioned. Whoever draws them computes nothing about logic: what
//! matched, what changed and why is all in here.
//!
//! - `road`, `stages`: the stages, the summary of each clause, and its steps
//! - `explanation`, `json`: all of that together, and records as JSON, which names each term once
//! - `outcome`, `tasks`, `attempts`: verdicts with their evidence, and the questions of a method as a tree
//! - `instrumented`, `workbench`: programs with ghost variables, what their invariants say of the original, and rules by hand
//! - `tiled`, `picture`: segments, tiles, conditions and their pictures
//! - `invariant`: invariants in the words of the program; `induction`: why one is enough
//! - `sample`, `cloud`: runs that are made up, for pictures of invariants and of abstractions
//! - `outcome::frames`: the calls of a run
//! - `story`: a verdict in five sentences and pictures
//! - `worlds`: a derivation moment by moment, beside the real runs that come nearest to it
//! - `witness`, `comparison`, `graph`: pictures, as data
//! - `certificate`: the obligations of a model as a script for other solvers
//! - `export`: what can be taken along
//!
//! **Invariant:** records have a version number, [`VERSION`]. It grows when a field changes its
//! meaning or goes away. Formulas stay terms, so that a viewer can align and colour them.
//! **Invariant:** nothing here decides, runs or searches anything.

#![forbid(unsafe_code)]

pub mod attempts;
pub mod certificate;
pub mod cloud;
pub mod comparison;
pub mod explanation;
pub mod export;
pub mod graph;
pub mod induction;
pub mod instrumented;
pub mod invariant;
pub mod json;
pub mod outcome;
pub mod picture;
pub mod road;
pub mod sample;
pub mod stages;
pub mod story;
pub mod subject;
pub mod tasks;
pub mod tiled;
pub mod witness;
pub mod workbench;
pub mod worlds;

pub use certificate::ModelText;
pub use comparison::{Comparison, ComparisonRow};
pub use explanation::Explanation;
pub use graph::Drawing;
pub use invariant::{Extent, Fact, Invariant, Listed, Strip, Tick};
pub use outcome::frames::Frame;
pub use outcome::{
    ArrayView, AssertionOutcome, Changed, Failure, LeftOut, Outcome, Progress, Remark, Run,
    RunStep, Statistics, TreeNode, UnknownReason, Verdict,
};
pub use road::{ALL_CALLS, ClauseStory, ClauseSummary, Road, Stages, Step, Unrecorded, Wishes};
pub use stages::{Shows, StageInfo, StageKey};
pub use subject::{Side, Subject};
pub use tasks::{TaskRecord, TaskState};
pub use witness::{ArrayRow, ModelRow, SeenInstance, WitnessView};

/// The version of these records. It grows when a field changes its meaning or goes away.
pub const VERSION: u32 = 4;
