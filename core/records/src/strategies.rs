//! The table of the strategies that were tried, drawn from the ledger: their steps, and their results on each claim.

use crate::UnknownReason;
use hornbook_lang::typed::AssertId;
use serde::{Deserialize, Serialize};

/// A row of the table: a strategy of one task, on all parts of its clauses.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StrategyRecord {
    /// The titles of the task and of those that it is part of, the outermost first; none for the strategies that
    /// look for failing runs of the text itself.
    pub task: Vec<String>,
    /// The strategy's name on the list.
    pub name: String,
    /// The steps that it has spent.
    pub steps: u64,
    /// How far it is.
    pub state: StrategyState,
    /// Its results, in the order of the claims.
    pub results: Vec<StrategyResult>,
}

/// How far a strategy is; on several parts of the clauses, the least of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum StrategyState {
    /// It could go on.
    Working,
    /// It or its task has spent the steps that it may take.
    OutOfSteps,
    /// It has come to its end.
    Ended,
}

/// The result of a strategy on one claim.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StrategyResult {
    /// The assertion; `None` for a clause that was read from a file.
    pub assert: Option<AssertId>,
    /// The line of the claim in the task's text, from 1.
    pub line: u32,
    /// The result.
    pub finding: Finding,
}

/// The evidence of a strategy about a claim, or the reason for none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Finding {
    /// A checked proof.
    Proved,
    /// A run that violates it, which the interpreter has made.
    Run,
    /// A checked derivation of `false` in the clauses of the task.
    Derivation,
    /// Nothing, for this reason.
    GaveUp(UnknownReason),
}

impl Finding {
    /// The finding in a few words.
    pub fn describe(&self) -> String {
        match self {
            Finding::Proved => "proved".into(),
            Finding::Run => "found a failing run".into(),
            Finding::Derivation => "found a derivation of false".into(),
            Finding::GaveUp(reason) => reason.describe(),
        }
    }
}

impl StrategyRecord {
    /// The strategy's name behind those of the tasks that it worked for.
    pub fn full_name(&self) -> String {
        let task = self.task.iter().map(String::as_str);
        task.chain([self.name.as_str()]).collect::<Vec<_>>().join(", ")
    }

    /// The results in words, one for each line and finding: `line 8: proved`; if there is none, how far the strategy is.
    pub fn describe(&self) -> String {
        let mut said: Vec<String> = vec![];
        for StrategyResult { line, finding, .. } in &self.results {
            let words = format!("line {line}: {}", finding.describe());
            if !said.contains(&words) {
                said.push(words);
            }
        }
        if !said.is_empty() {
            return said.join("; ");
        }
        match self.state {
            StrategyState::Working => "found nothing so far",
            StrategyState::Ended => "came to its end and found nothing",
            StrategyState::OutOfSteps => "found nothing within the steps that it may take",
        }
        .into()
    }
}
