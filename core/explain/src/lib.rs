//! The records that a user interface or a file shows.
//!
//! Plain data, serialisable, versioned. Whoever draws them computes nothing about logic: what
//! matched, what changed and why is all in here.
//!
//! - `road`: the stages, the summary of each clause, and its steps
//! - `explanation`, `json`: all of that together, and records as JSON, which names each term once
//! - `outcome`, `tasks`: verdicts with their evidence, and the questions of a method as a tree
//! - `instrumented`, `workbench`: programs with ghost variables, what their invariants say of the original, and rules by hand
//! - `tiled`: segments, tiles, conditions and their pictures
//! - `invariant`, `decode`: invariants in the words of the program
//! - `induction`, `valuation`: why an invariant is enough, and what breaks without a line of it
//! - `moments`, `sample`, `cloud`: runs that are made up, for pictures of invariants and of abstractions
//! - `run`, `outside`: a failing run in words, and where it leaves declared lengths
//! - `story`: a verdict in five sentences and pictures
//! - `tree`, `repetitions`, `mixture`: a derivation in words, and where it is that of no run
//! - `worlds`: a derivation moment by moment, beside the real runs that come nearest to it
//! - `witness`, `comparison`, `graph`: pictures, as data
//! - `certificate`: the obligations of a model as a script for other solvers
//! - `export`: texts to take along
//!
//! **Invariant:** records have a version number, [`VERSION`]. It grows when a field changes its
//! meaning or goes away. Formulas stay terms, so that a viewer can align and colour them.

#![forbid(unsafe_code)]

pub mod certificate;
pub mod cloud;
pub mod comparison;
mod decode;
pub mod explanation;
pub mod export;
pub mod frames;
pub mod graph;
pub mod induction;
pub mod instrumented;
pub mod invariant;
pub mod json;
pub mod mixture;
mod moments;
pub mod outcome;
mod outside;
pub mod repetitions;
pub mod road;
pub mod run;
pub mod sample;
pub mod story;
pub mod subject;
pub mod tasks;
pub mod tiled;
pub mod tree;
pub mod valuation;
pub mod witness;
pub mod workbench;
pub mod worlds;

pub use certificate::ModelText;
pub use comparison::{Comparison, ComparisonRow};
pub use explanation::Explanation;
pub use frames::Frame;
pub use graph::Drawing;
pub use hornbook_records::stages::{Shows, StageInfo, StageKey};
pub use invariant::{Extent, Fact, Invariant, Strip, Tick};
pub use outcome::{
    ArrayView, AssertionOutcome, Changed, Failure, LeftOut, Outcome, Progress, Remark, Run,
    RunStep, Statistics, TreeNode, UnknownReason, Verdict,
};
pub use road::{ALL_CALLS, ClauseStory, ClauseSummary, Road, Stages, Step, Unrecorded, Wishes};
pub use subject::{Side, Subject};
pub use tasks::{TaskRecord, TaskState};
pub use witness::{ArrayRow, ModelRow, SeenInstance, WitnessView};

/// The version of these records. It grows when a field changes its meaning or goes away.
pub const VERSION: u32 = 4;
