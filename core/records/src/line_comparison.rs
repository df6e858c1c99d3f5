//! The reader's own invariants beside those that are found without them.

use crate::induction::StateView;
use hornbook_base::Span;
use hornbook_horn::Term;
use serde::{Deserialize, Serialize};

/// The reader's lines about one loop, compared with the invariant that is found there without any of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoopComparison {
    /// The line of the loop, from 1.
    pub line: u32,
    /// The facts of the invariant that was found; they carry themselves and are enough.
    pub found: Vec<Term>,
    /// All lines of the loop together.
    pub together: Relation,
    /// Each line by itself, in the order of the text.
    pub lines: Vec<LineComparison>,
}

/// One of the reader's lines, compared with the invariant that is found without it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineComparison {
    /// Its place.
    pub span: Span,
    /// Its line, from 1.
    pub line: u32,
    /// The line as it is written.
    pub text: String,
    /// The fact of the invariant with the same meaning, by its position, if there is one.
    pub same_fact: Option<usize>,
    /// Its relation to the whole invariant.
    pub relation: Relation,
}

/// How the reader's formula and the one that was found are related. Each implication was proved, and the proof
/// checked; each state was evaluated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Relation {
    /// Each implies the other.
    Equal,
    /// The reader's follows from the one that was found, and allows this state besides.
    Weaker(Box<Difference>),
    /// The one that was found follows from the reader's, and allows this state besides.
    Stronger(Box<Difference>),
    /// Neither follows from the other.
    Unrelated {
        /// A state that only the reader's allows.
        only_own: Box<Difference>,
        /// A state that only the one that was found allows.
        only_found: Box<Difference>,
    },
    /// It is not decided, for this reason.
    Open(String),
}

/// A state that one formula allows and another one does not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// The part of the other formula that is false there.
    pub claim: Term,
    /// That part as the reader has written it, if it is the reader's.
    pub written: Option<String>,
    /// The state.
    pub state: StateView,
}

/// A text whose lines about loops were completed by the solver.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CompletedText {
    /// The text with the new lines, each with a comment that says whose it is.
    pub text: String,
    /// The new lines as formulas, in the order of the text.
    pub added: Vec<String>,
    /// Facts that the solver found and that cannot be written as a line of the text.
    pub left_out: Vec<String>,
    /// Whether the lines of the new text suffice by themselves.
    pub certified: bool,
    /// Whether they do not: a run that begins where they allow it breaks a line or a claim.
    #[serde(default)]
    pub not_shown: bool,
    /// Whether a run breaks one of the lines or claims.
    pub broken: bool,
}
