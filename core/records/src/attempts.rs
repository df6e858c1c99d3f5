//! Records of the instrumentations that were tried, and of their results.

use hornbook_base::Span;
use hornbook_tasks::instrument::named_rules::NamedRules;
use serde::{Deserialize, Serialize};

/// A candidate instrumentation that was tried.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attempt {
    /// The rules, as they are named for instrumentation by hand.
    pub rules: NamedRules,
    /// Whether they are about the program with its calls written out.
    #[serde(default)]
    pub written_out: bool,
    /// Its result.
    pub came: AttemptResult,
    /// The task whether all guards hold, by its position among those of the method; none if it was never
    /// posed.
    pub task: Option<usize>,
}

/// All instrumentations that were tried, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attempts {
    /// The candidates; of those that failed on runs only the first.
    pub tried: Vec<Attempt>,
    /// Candidates that failed on runs and are not among these.
    pub left_out: usize,
}

/// The result of an attempt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AttemptResult {
    /// The rules do not apply, for this reason.
    Refused(String),
    /// A guard fails on a run.
    Fails(FailedGuard),
    /// The task whether all guards hold has no answer yet.
    Asked,
    /// All guards hold, and a claim with them.
    Certified,
    /// A run violates a claim.
    Refutes,
    /// There was no answer, neither a proof nor a run.
    NoAnswer,
}

/// A guard that fails on a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailedGuard {
    /// The guard, as it is written.
    pub guard: String,
    /// Its place in the original program.
    pub span: Span,
    /// The line, from 1.
    pub line: u32,
    /// Its variables with their values.
    pub values: Vec<(String, String)>,
    /// The choices of the run for numbers and truth values.
    pub chosen: Vec<(String, String)>,
    /// The number of candidates that fail on the same run, with this one.
    pub rules_out: u64,
}

impl FailedGuard {
    /// One sentence.
    pub fn describe(&self) -> String {
        let list = |pairs: &[(String, String)]| {
            let pairs = pairs.iter().map(|(name, value)| format!("{name} = {value}"));
            pairs.collect::<Vec<_>>().join(", ")
        };
        let (values, chosen) = (list(&self.values), list(&self.chosen));
        let run =
            if chosen.is_empty() { String::new() } else { format!(" in the run with {chosen}") };
        let values = if values.is_empty() { String::new() } else { format!(": {values}") };
        format!("at line {} the guard `{}` fails{run}{values}", self.line, self.guard)
    }
}

impl AttemptResult {
    /// A few words, or a sentence without its end.
    pub fn describe(&self) -> String {
        match self {
            AttemptResult::Refused(why) => why.clone(),
            AttemptResult::Fails(broken) => broken.describe(),
            AttemptResult::Asked => "no answer yet".into(),
            AttemptResult::Certified => "all guards hold".into(),
            AttemptResult::Refutes => "a run violates a claim".into(),
            AttemptResult::NoAnswer => "neither proved nor refuted".into(),
        }
    }
}
