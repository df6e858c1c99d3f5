//! The proof obligations of inductive invariants, loop by loop, and counterexamples to induction without one of
//! their lines.

use crate::invariant::Strip;
use crate::sample::{LoopVisit, StripRow};
use hornbook_base::{Int, Span};
use hornbook_horn::{ClauseId, Term};
use serde::{Deserialize, Serialize};

/// The kind of a proof obligation of an inductive invariant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ObligationKind {
    /// The invariant holds when control comes to the loop.
    #[serde(rename = "Starts")]
    Initiation,
    /// The invariant holds after an iteration if it holds before.
    #[serde(rename = "Stays")]
    Consecution,
    /// The invariant implies the claims behind the loop.
    #[serde(rename = "Enough")]
    Sufficiency,
}

/// A program point with an invariant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InvariantPoint {
    /// The position of the invariant among those of the verdict.
    pub place: usize,
    /// The line of the point, from 1.
    pub line: u32,
}

/// The end of a path from one loop without another one in between.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PathTarget {
    /// To a loop.
    Loop(InvariantPoint),
    /// To an assertion.
    Claim {
        /// Its line, from 1.
        line: u32,
    },
}

/// A proof obligation for the paths from one point to the next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InductionObligation {
    /// The kind of the obligation.
    pub role: ObligationKind,
    /// The loop at which the paths begin; `None` for the beginning of the program.
    pub from: Option<InvariantPoint>,
    /// The end of the paths.
    pub to: PathTarget,
    /// The clauses on the paths, in order.
    pub clauses: Vec<ClauseId>,
    /// The steps on the paths, in order.
    pub steps: Vec<PathStep>,
    /// Whether there are several paths: both branches of some condition are among the steps.
    pub branches: bool,
    /// The postconditions, over the program variables there.
    pub claims: Vec<Term>,
    /// Whether they were proved once more from the invariant at the beginning, independently of the
    /// verdict, and checked. False says nothing.
    pub confirmed: bool,
    /// Whether a state shows that they do not follow from the invariant: it leaves out what else they rest on, such as
    /// ghost variables.
    pub refuted: bool,
}

/// A step of the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PathStep {
    /// Its place.
    pub span: Span,
    /// Its line, from 1.
    pub line: u32,
    /// The effect of the step, in a few words.
    pub does: String,
}

/// Whether one line of an invariant is necessary for induction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LineNecessity {
    /// The other lines suffice: each obligation was decided.
    Enough,
    /// There is a counterexample to induction.
    Breaks(Box<InductionCounterexample>),
    /// The question is undecided.
    Open,
}

/// A counterexample to induction: a state that satisfies the other lines, and a successor that violates a
/// claim. Both were evaluated. The first state need not be reachable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InductionCounterexample {
    /// The obligation.
    pub reason: InductionObligation,
    /// Whether the step fails with the line as well, and rests on more than what is shown.
    #[serde(default)]
    pub fails_with_line: bool,
    /// The violated claim.
    pub claim: Term,
    /// The state at its beginning.
    pub before: StateView,
    /// The state at its end, if that is a loop.
    pub after: Option<StateView>,
}

/// A state of the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StateView {
    /// Numbers and truth values, by the names that clauses have for them.
    pub scalars: Vec<(String, String)>,
    /// The arrays, with the facts of the other lines about them.
    pub strips: Vec<Strip>,
    /// Their cells, one row for each strip.
    pub rows: Vec<StripRow>,
}

/// A fact of an invariant with its origin, and a picture: the fact in rounds of a small run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExplainedFact {
    /// How a reader could have found it.
    pub origin: FactOrigin,
    /// The strips of the fact alone.
    pub strips: Vec<Strip>,
    /// The first rounds of a small run, and its last one, with the variables that the fact mentions; empty if no small run
    /// comes there.
    pub rounds: Vec<LoopVisit>,
}

/// How a reader could have found a fact of an invariant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FactOrigin {
    /// It becomes the claim of a line with the value that the loop ends with in the place of a variable.
    Claim {
        /// The line, from 1.
        line: u32,
        /// The variable.
        variable: String,
        /// Its value at the end.
        value: String,
        /// Whether it is only one part of that claim.
        #[serde(default)]
        is_part: bool,
    },
    /// It is a condition of the loop, weakened by a constant.
    Condition {
        /// The condition.
        condition: String,
    },
    /// It is one of the facts that all rounds have in common.
    Rounds,
}

impl FactOrigin {
    /// A sentence about it; code stands between backticks.
    pub fn sentence(&self) -> String {
        match self {
            FactOrigin::Claim { line, variable, value, is_part } => {
                let claim = if *is_part { "one part of the claim" } else { "the claim" };
                // A number may stand nowhere in the claim, as where a loop counts down to it.
                match value.parse::<Int>() {
                    Ok(_) => format!(
                        "With {value} for `{variable}` it is {claim} of line {line}: what is wanted of all, for the rounds that are done."
                    ),
                    Err(_) => format!(
                        "It is {claim} of line {line} with `{variable}` in the place of `{value}`: what is wanted of all, for the rounds that are done."
                    ),
                }
            }
            FactOrigin::Condition { condition } => format!(
                "It is the condition of the loop, `{condition}`, weakened so far that it also holds when the last round is over."
            ),
            FactOrigin::Rounds => "It is one of the facts that the rounds of a run have in common. “Leave it out” shows the step that asks for it.".to_owned(),
        }
    }
}
