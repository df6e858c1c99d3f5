//! The records that a user interface or a file shows.
//!
//! Plain data, serialisable, versioned. Whoever draws them computes nothing about logic: what
//! matched, what changed and why is all in here.

pub mod certificate;
pub mod comparison;
mod decode;
pub mod export;
pub mod graph;
pub mod invariant;
pub mod mixture;
pub mod outcome;
mod outside;
pub mod repetitions;
pub mod road;
pub mod run;
pub mod tree;
pub mod witness;

pub use certificate::ModelText;
pub use comparison::{Comparison, ComparisonRow};
pub use graph::Drawing;
pub use invariant::{Invariant, Region};
pub use outcome::{
    ArrayView, AssertionOutcome, Changed, Failure, LeftOut, Outcome, Progress, Remark, Run,
    RunStep, Statistics, TreeNode, UnknownReason, Verdict,
};
pub use road::{ClauseStory, ClauseSummary, Road, Side, Stage, Stages, Step, Wishes};
pub use witness::{ArrayRow, ModelRow, SeenInstance, WitnessView};

/// The version of these records. It grows when a field changes its meaning or goes away.
pub const VERSION: u32 = 1;
