//! The stages of the work on a text, as its method gives them.
//!
//! **Invariant:** a list of stages is not empty, and no two of its stages have the same key.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;

/// The stable key of a stage in links, records of steps and tests: a word in small letters.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct StageKey(Cow<'static, str>);

impl StageKey {
    /// The text is read.
    pub const PROGRAM: StageKey = StageKey::new("program");
    /// The operators of instrumentation.
    pub const OPERATORS: StageKey = StageKey::new("operators");
    /// The program with ghost variables.
    pub const INSTRUMENT: StageKey = StageKey::new("instrument");
    /// Loops in counted form, and what stands between them.
    pub const SEGMENTS: StageKey = StageKey::new("segments");
    /// The cells that rounds own.
    pub const TILES: StageKey = StageKey::new("tiles");
    /// The conditions of claims.
    pub const CONDITIONS: StageKey = StageKey::new("conditions");
    /// Its control-flow graph is drawn.
    pub const GRAPH: StageKey = StageKey::new("graph");
    /// The program as Horn clauses.
    pub const CLAUSES: StageKey = StageKey::new("clauses");
    /// Arrays replaced by what the abstraction keeps of them.
    pub const ABSTRACT: StageKey = StageKey::new("abstract");
    /// Quantifiers replaced by finitely many cells.
    pub const ELIMINATE: StageKey = StageKey::new("eliminate");
    /// Arrays gone.
    pub const SIMPLIFY: StageKey = StageKey::new("simplify");
    /// The verdict.
    pub const SOLVE: StageKey = StageKey::new("solve");

    /// The key of this name.
    pub const fn new(name: &'static str) -> StageKey {
        StageKey(Cow::Borrowed(name))
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<String> for StageKey {
    fn from(name: String) -> StageKey {
        StageKey(Cow::Owned(name))
    }
}

impl fmt::Display for StageKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A phase in the life of a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Phase {
    /// Before anything happened to it.
    Concrete,
    /// After `abstract`.
    Abstracted,
    /// After `eliminate`.
    Eliminated,
    /// At the end.
    Simplified,
}

/// The kind of content that a stage shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StageContent {
    /// The text, and the steps that the stage takes with it, if there are some.
    Text,
    /// The operators of instrumentation.
    Operators,
    /// The workbench on which rules of operators are applied.
    Workbench,
    /// The segments of tiling, and what holds between them.
    Segments,
    /// The tiles of loops, with pictures.
    Tiles,
    /// The conditions of claims.
    Conditions,
    /// The control-flow graph of the clauses.
    Graph,
    /// The clauses as they are at that time, each with the steps that the stage takes with it.
    System(Phase),
    /// The verdict, and what leads to it.
    Verdict,
}

impl StageContent {
    /// The phase of the clauses, if the content is clauses.
    pub fn phase(self) -> Option<Phase> {
        match self {
            StageContent::System(phase) => Some(phase),
            _ => None,
        }
    }
}

/// A stage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StageInfo {
    /// Its key.
    pub key: StageKey,
    /// Its name, in a word.
    pub name: String,
    /// A heading.
    pub title: String,
    /// A sentence about the stage.
    pub about: String,
    /// The content.
    pub shows: StageContent,
    /// Whether steps belong to it: those of [`StageContent::System`] are in the stories of the clauses, all
    /// others in the stage record itself.
    pub takes_steps: bool,
}

impl StageInfo {
    fn new(key: StageKey, name: &str, words: [&str; 2], shows: StageContent) -> StageInfo {
        let [title, about] = words.map(str::to_owned);
        let takes_steps =
            !matches!(shows, StageContent::System(Phase::Concrete)) && shows.phase().is_some();
        StageInfo { key, name: name.to_owned(), title, about, shows, takes_steps }
    }
}

/// The stages of instrumentation, in front of the clauses of the program as it is.
pub fn instrumentation_stages() -> Vec<StageInfo> {
    let new = StageInfo::new;
    let own = [
        new(
            StageKey::OPERATORS,
            "Operators",
            [
                "What ghost variables can follow",
                "An operator has ghost variables, an invariant that says what they are, and rules that keep it.",
            ],
            StageContent::Operators,
        ),
        new(
            StageKey::INSTRUMENT,
            "Instrument",
            [
                "The program with ghost variables",
                "Rules are applied to statements; a guard that fails says that it was the wrong rule.",
            ],
            StageContent::Workbench,
        ),
    ];
    insert_before_graph(own.into())
}

/// The stages of tiling, in front of the clauses of the program as it is.
pub fn tiling_stages() -> Vec<StageInfo> {
    let new = StageInfo::new;
    let own = [
        new(
            StageKey::SEGMENTS,
            "Segments",
            [
                "Loops, and what holds between them",
                "Each loop is brought into counted form; the claims say what is wanted between loops, and runs suggest more.",
            ],
            StageContent::Segments,
        ),
        new(
            StageKey::TILES,
            "Tiles",
            [
                "Which round owns which cell",
                "The tile of a round has the cells that it writes and no later round writes again, or those that are named by hand.",
            ],
            StageContent::Tiles,
        ),
        new(
            StageKey::CONDITIONS,
            "Conditions",
            [
                "When single rounds are enough",
                "A claim about all cells holds if these programs without loops are right; values that break one are shown on the array.",
            ],
            StageContent::Conditions,
        ),
    ];
    insert_before_graph(own.into())
}

/// The stages of data abstraction with others in front of the graph.
fn insert_before_graph(own: Vec<StageInfo>) -> Vec<StageInfo> {
    let mut stages = abstraction_stages();
    let behind = stages.iter().position(|stage| stage.shows == StageContent::Graph).unwrap_or(0);
    stages.splice(behind..behind, own);
    stages
}

/// The stages of data abstraction, from a program to array-free clauses and their solution. A method that does something before it puts its own stages in front, or between
/// the program and its clauses.
pub fn abstraction_stages() -> Vec<StageInfo> {
    let new = StageInfo::new;
    vec![
        new(
            StageKey::PROGRAM,
            "Program",
            [
                "The program is read",
                "Names and types are settled. What cannot be understood is underlined in the text.",
            ],
            StageContent::Text,
        ),
        new(
            StageKey::GRAPH,
            "Graph",
            [
                "Where control can go",
                "Each box is a point of the program, each arrow a step from one point to the next.",
            ],
            StageContent::Graph,
        ),
        new(
            StageKey::CLAUSES,
            "Clauses",
            [
                "The program as Horn clauses",
                "Each program point has an unknown set of states; each step from one point to the next is a clause.",
            ],
            StageContent::System(Phase::Concrete),
        ),
        new(
            StageKey::ABSTRACT,
            "Abstract",
            [
                "Arrays become sets of cells",
                "Instead of an array, a state now holds what the abstraction keeps of it, mostly a few of its cells; the quantifiers say: any of them.",
            ],
            StageContent::System(Phase::Abstracted),
        ),
        new(
            StageKey::ELIMINATE,
            "Eliminate",
            [
                "From quantifiers to finitely many cells",
                "Each quantified premise is replaced by the instances that were found to matter to the rest of its clause.",
            ],
            StageContent::System(Phase::Eliminated),
        ),
        new(
            StageKey::SIMPLIFY,
            "Simplify",
            [
                "The arrays go away",
                "What is left of the arrays is rewritten, mostly until the clauses speak of numbers and truth values only.",
            ],
            StageContent::System(Phase::Simplified),
        ),
        new(
            StageKey::SOLVE,
            "Solve",
            [
                "The verdict",
                "A solver looks for an invariant at each point, or for a run that breaks an assertion.",
            ],
            StageContent::Verdict,
        ),
    ]
}
