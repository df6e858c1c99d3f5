//! What was tried, and what came of it: a record of each candidate, for people.

use hornbook_base::Span;
use hornbook_tasks::instrument::by_hand::ByHand;
use serde::{Deserialize, Serialize};

/// A candidate: rules that were tried.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attempt {
    /// The rules; by hand they would be named so.
    pub rules: ByHand,
    /// Whether they are about the program with its calls written out.
    #[serde(default)]
    pub written_out: bool,
    /// What came of it.
    pub came: Came,
    /// The task that asked whether all guards hold, by its place among those of the method; none if
    /// it was never asked.
    pub task: Option<usize>,
}

/// All that was tried, in its order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attempts {
    /// The candidates; of those that failed on runs only the first.
    pub tried: Vec<Attempt>,
    /// Candidates that failed on runs and are not among these.
    pub left_out: usize,
}

/// What came of a candidate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Came {
    /// There is no such program, for this reason.
    Refused(String),
    /// A guard fails on a run.
    Fails(Broken),
    /// It was asked whether all guards hold, and there is no answer yet.
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
pub struct Broken {
    /// The guard, as it is written.
    pub guard: String,
    /// Where it stands in the original program.
    pub span: Span,
    /// The line, from 1.
    pub line: u32,
    /// What it speaks of, with the values that it has there.
    pub values: Vec<(String, String)>,
    /// What the run chose for numbers and truth values.
    pub chosen: Vec<(String, String)>,
    /// How many candidates fail on the same run, as they do the same where it came by: this one, and all
    /// that this run rules out.
    pub rules_out: u64,
}

impl Broken {
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

impl Came {
    /// A few words, or a sentence without its end.
    pub fn describe(&self) -> String {
        match self {
            Came::Refused(why) => why.clone(),
            Came::Fails(broken) => broken.describe(),
            Came::Asked => "no answer yet".into(),
            Came::Certified => "all guards hold".into(),
            Came::Refutes => "a run violates a claim".into(),
            Came::NoAnswer => "neither proved nor refuted".into(),
        }
    }
}
