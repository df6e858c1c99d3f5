//! The records that explanations are made of: what a user interface or a file shows.
//!
//! Plain data, serialisable, versioned. A viewer computes nothing about logic: matches, changes and reasons
//! are all in here.
//!
//! - `stage_record`, `stages`: the stages, the summary of each clause, and its steps
//! - `explanation`, `json`: all of that together, and records as JSON, which names each term once
//! - `outcome`, `tasks`, `attempts`: verdicts with their evidence, and the subtasks of a method as a tree
//! - `instrumented`, `workbench`: programs with ghost variables, their translated invariants, and rules by hand
//! - `tiled`, `tiling_picture`: segments, tiles, conditions and their pictures
//! - `invariant`: invariants over program variables; `induction`: their proof obligations
//! - `sample`, `abstraction_plot`: sample runs, for pictures of invariants and of abstractions
//! - `outcome::frames`: the calls of a run
//! - `story`: a verdict in five sentences and pictures
//! - `concrete_traces`: an abstract derivation, state by state, beside the nearest concrete traces
//! - `witness`, `comparison`, `graph`: pictures, as data
//! - `certificate`: the obligations of a model as a script for other solvers
//! - `export`: the export formats
//!
//! **Invariant:** records have a version number, [`VERSION`]. It grows when a field changes its
//! meaning or goes away. Formulas stay terms, so that a viewer can align and colour them.
//! **Invariant:** nothing here decides, runs or searches anything.

#![forbid(unsafe_code)]

pub mod abstraction_plot;
pub mod attempts;
pub mod certificate;
pub mod comparison;
pub mod concrete_traces;
pub mod explanation;
pub mod export;
pub mod graph;
pub mod induction;
pub mod instrumented;
pub mod invariant;
pub mod judgement;
pub mod json;
pub mod line_comparison;
pub mod open_claims;
pub mod outcome;
pub mod run_warnings;
pub mod sample;
pub mod stage_record;
pub mod stages;
pub mod story;
pub mod strategies;
pub mod subject;
pub mod tasks;
pub mod tiled;
pub mod tiling_picture;
pub mod witness;
pub mod workbench;

pub use certificate::ModelText;
pub use comparison::{Comparison, ComparisonRow};
pub use explanation::Explanation;
pub use graph::Drawing;
pub use invariant::{IndexRange, Invariant, StateTable, Strip, StripFact, Tick};
pub use open_claims::{Help, OpenClaim};
pub use outcome::frames::Frame;
pub use outcome::{
    ArrayView, AssertionFailure, AssertionOutcome, ChangedVariable, DerivationRemark, LoopRounds,
    OmittedSteps, Outcome, Progress, Run, RunStep, Statistics, TreeNode, UnknownReason, Verdict,
    WeakChoice,
};
pub use run_warnings::{RunWarning, RunWarningKind};
pub use stage_record::{
    ClauseStory, ClauseSummary, MAX_RECORDED_CALLS, OmittedDetails, PragmaOptions, RuleStep,
    StageRecord, Stages,
};
pub use stages::{StageContent, StageInfo, StageKey};
pub use strategies::StrategyRecord;
pub use subject::{Side, Subject};
pub use tasks::{TaskProgress, TaskRecord};
pub use witness::{ArrayRow, ModelRow, SeenInstance, WitnessView};

/// The version of these records. It grows when a field changes its meaning or goes away.
pub const VERSION: u32 = 5;
