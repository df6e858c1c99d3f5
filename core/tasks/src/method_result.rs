//! Results of methods, and the proof obligations that they rest on.

use super::task::{Claims, Source, Task};
use hornbook_lang::typed::AssertId;
use serde::{Deserialize, Serialize};
use std::fmt::Debug;
use std::rc::Rc;

/// A task that must be certified for a claim to hold.
#[derive(Clone, Debug)]
pub struct ProofObligation {
    /// The task.
    pub task: Task,
    /// The claims of it that must be certified.
    pub claims: Claims,
}

/// A kind of proof of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProofKind {
    /// A model of the clauses of the text: an invariant for each point.
    Model,
    /// A proof for each assertion of a text without loops, as it is.
    NoLoop,
    /// A proof for each assertion of the text with all rounds of its loops.
    AllRounds,
    /// The lines of the text about its loops.
    GivenLines,
    /// A proof about the text with hints.
    Hints,
    /// The conditions of tiles.
    TileConditions,
    /// A proof about the text with ghost variables.
    GhostVariables,
    /// A proof about the text with witnesses of the existential claim.
    Witnesses,
    /// A proof for each path of the text with its loops replaced by what they do.
    LoopSummaries,
}

impl ProofKind {
    /// Whether each path to the claim was looked at, without abstraction and without invariants.
    pub fn is_exact(self) -> bool {
        matches!(self, ProofKind::NoLoop | ProofKind::AllRounds)
    }
}

/// A method's choices: plain data from which the tasks can be made again.
///
/// **Soundness:** if all proof obligations for a claim are certified no run of the text violates the claim. The
/// file of each plan proves this.
pub trait Plan: Debug {
    /// The proof obligations of a claim, by its index among the claims. They are made from the text and the
    /// choices, without any search.
    ///
    /// # Errors
    /// In words, if the choices make no sense for this text.
    fn obligations(&self, source: &Source, claim: usize) -> Result<Vec<ProofObligation>, String>;

    /// The kind of proof that certifies a claim; `None` if the method of its task decides that, or if it is of no kind
    /// with a name.
    fn proof_kind(&self) -> Option<ProofKind> {
        None
    }

    /// The way in which it certifies a claim, in words, where a method has several.
    fn way(&self) -> Option<&'static str> {
        None
    }
}

/// The result of a method for one claim.
#[derive(Clone, Debug)]
pub enum ClaimResult {
    /// No run violates it, as all proof obligations of the plan are certified.
    Certified(Rc<dyn Plan>),
    /// A run violates it: the one of this task, for this claim of it.
    Buggy(usize, usize),
    /// It would be certified, but rests on something that is not, named by the text.
    RestsOn(String),
    /// It is not decided, for the reason that the text says.
    TooHard(String),
    /// The given invariants do not show it: the run of this task, a program whose loops are cut, violates this claim of
    /// it.
    NotShown(usize, usize),
    /// It follows from this line about a loop, which does not hold by what is given.
    RestsOnLine(AssertId),
    /// This task has no answer to this claim of it: it is too weak or unknown.
    Left(usize, usize),
    /// Nothing is known yet: there was more to try when the search ended.
    Open,
}

impl ClaimResult {
    /// Whether it is certified or buggy.
    pub fn is_answer(&self) -> bool {
        matches!(self, ClaimResult::Certified(_) | ClaimResult::Buggy(..))
    }
}

/// The result of a method.
#[derive(Clone, Debug, Default)]
pub struct MethodResult {
    /// One for each claim, in their order.
    pub claims: Vec<ClaimResult>,
    /// The task whose invariants are shown.
    pub shown: Option<usize>,
    /// The abstraction that the answer is for, if its choice was left to the method.
    pub abstraction: Option<String>,
    /// Whether some certified claim rests on a task with another abstraction.
    pub mixes_abstractions: bool,
    /// Another abstraction, which certifies all claims that the chosen one is too weak for.
    pub advice: Option<String>,
    /// For each claim the other plans that certify it too; the list may be shorter.
    pub others: Vec<Vec<Rc<dyn Plan>>>,
}
