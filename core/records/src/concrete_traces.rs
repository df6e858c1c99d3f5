//! An abstract derivation, state by state, beside the concrete traces that are nearest to it.

use crate::outcome::{DerivationRemark, RunStep};
use hornbook_base::Span;
use hornbook_horn::Term;
use hornbook_lang::interp::Value;
use serde::{Deserialize, Serialize};

/// An abstract derivation beside concrete traces.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TraceComparison {
    /// The states of the derivation, from the start of the program to the contradiction.
    pub moments: Vec<DerivationState>,
    /// The traces that the derivation combines, or the one that it is nearest to. At most four.
    #[serde(rename = "worlds")]
    pub traces: Vec<AbstractTrace>,
    /// The step that combines them.
    #[serde(rename = "mixing")]
    pub conflict: Option<SpuriousConflict>,
    /// An explanation in whole sentences.
    pub said: String,
}

/// The facts of the derivation about one program state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DerivationState {
    /// The facts, each once for each trace.
    pub known: Vec<DerivedFact>,
}

/// A fact of the derivation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DerivedFact {
    /// The nodes of the tree that are this fact, by their preorder numbers, from 0.
    pub nodes: Vec<usize>,
    /// The fact.
    pub fact: Term,
    /// Its variables and cells with their values, as in [`TreeNode::state`](crate::TreeNode::state).
    pub state: Vec<(Term, Term)>,
    /// The place of the step that leads to it.
    pub span: Span,
    /// Its line, from 1.
    pub line: u32,
    /// A remark about the step.
    pub remark: Option<DerivationRemark>,
    /// The trace that it belongs to, by its position in [`TraceComparison::traces`].
    #[serde(rename = "world")]
    pub trace: Option<usize>,
    /// Whether it holds in the concrete trace then; `None` if the concrete trace has ended.
    pub agrees: Option<bool>,
}

/// A linear trace of the derivation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AbstractTrace {
    /// Its name: `A`, `B`.
    pub name: String,
    /// The difference from another one: `v = 1 after line 5`, or `by line 6`.
    pub differs: Option<String>,
    /// The concrete trace; `None` if none was found that follows this one.
    pub run: Option<ConcreteTrace>,
}

/// A run of the program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ConcreteTrace {
    /// Its steps, as far as it follows the derivation.
    pub steps: Vec<RunStep>,
    /// The choices on which it depends, in words.
    pub choices: Vec<String>,
    /// All its choices; the interpreter replays it with them.
    pub chosen: Vec<Value>,
    /// For each state of the derivation the number of its steps so far; `None` after it diverges.
    pub at: Vec<Option<usize>>,
}

/// The step that combines cells of different traces in one array.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpuriousConflict {
    /// The state after the step, by its number.
    pub moment: usize,
    /// The line of the step.
    pub line: u32,
    /// The cells.
    pub cells: Vec<ConflictCell>,
}

/// A cell that the conflict involves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConflictCell {
    /// The trace that it belongs to.
    #[serde(rename = "world")]
    pub trace: usize,
    /// The cell and its value: `a[0]` and `1`.
    pub cell: (Term, Term),
}
