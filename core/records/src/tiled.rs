//! The tiling of a program: its segments, the tiles of its loops, the conditions of its claims, and pictures.

use crate::outcome::Run;
use crate::tiling_picture::TilingPicture;
use hornbook_base::Span;
use hornbook_tasks::tiling::named_tiles::NamedTiles;
use serde::{Deserialize, Serialize};

/// The tiling of a program, before its conditions are decided.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TilingRecord {
    /// The segments outside of loops, in their order.
    pub segments: Vec<SegmentRecord>,
    /// The loops, those in loops behind the ones around them.
    pub loops: Vec<LoopRecord>,
    /// The claims outside of loops.
    pub claims: Vec<ClaimRecord>,
    /// The tiles that are named by hand.
    pub by_hand: NamedTiles,
    /// The reason why these do not fit, if they do not.
    pub wrong: Option<String>,
    /// Pictures of the loops on runs of different sizes.
    pub pictures: Vec<TilingPicture>,
    /// Candidate invariants between loops, learned from runs.
    pub learned: Vec<CandidateInvariant>,
}

/// A part of the program between two cut-points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SegmentRecord {
    /// Its place.
    pub at: Span,
    /// Its first line, from 1.
    pub line: u32,
    /// The number of its loop in [`TilingRecord::loops`]; none for statements without a loop.
    pub looped: Option<usize>,
    /// For a loop that is not counted: the reason, and a remedy.
    pub misfit: Option<(String, String)>,
    /// The preconditions that the claims need in front of it.
    pub wanted: Vec<String>,
}

/// A counted loop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoopRecord {
    /// Its place.
    pub at: Span,
    /// Its line, from 1.
    pub line: u32,
    /// Its column, from 1, if another loop begins before it on that line.
    pub column: Option<u32>,
    /// Whether it stands in another loop.
    pub inside: bool,
    /// The variable that counts its rounds.
    pub counter: String,
    /// Its rounds: `i = 0, 1, .. while i < n`.
    pub rounds: String,
    /// Its tiles, one for each array.
    pub tiles: Vec<TileRecord>,
    /// The arrays that it writes and that have no tile.
    pub untiled: Vec<String>,
    /// The postconditions that the claims need behind it.
    pub behind: Vec<String>,
}

/// A tile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TileRecord {
    /// The array.
    pub array: String,
    /// The dimension along which it has cells, from 0.
    pub dimension: usize,
    /// Its cells as a condition on an index: `4 * i <= k < 4 * i + 4`.
    pub cells: String,
    /// The tile that is computed without a choice by hand; empty if there is none.
    pub found: String,
    /// Whether it is named by hand.
    pub by_hand: bool,
}

/// A claim and its conditions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClaimRecord {
    /// Its place.
    pub at: Span,
    /// Its line, from 1.
    pub line: u32,
    /// The claim as text.
    pub text: String,
    /// Its conditions, or the reason why there are none.
    pub conditions: Result<Vec<ConditionRecord>, String>,
}

impl ClaimRecord {
    /// Whether the conditions certify it.
    pub fn is_certified(&self) -> bool {
        let holds = |c: &ConditionRecord| c.state == ConditionState::Holds;
        let hold = |all: &Vec<ConditionRecord>| !all.is_empty() && all.iter().all(holds);
        self.conditions.as_ref().is_ok_and(hold)
    }
}

/// A condition of a claim (TI Sec. 4).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ConditionRecord {
    /// Its name: `T1`, `T2*`.
    pub name: String,
    /// A title that names the array.
    pub title: String,
    /// The loop, if it is about one.
    pub at: Option<Span>,
    /// Its line, from 1.
    pub line: Option<u32>,
    /// Its purpose, in one sentence.
    pub why: String,
    /// The program whose assertions state it.
    pub text: String,
    /// Whether it holds.
    pub state: ConditionState,
}

/// The status of a condition.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ConditionState {
    /// It was certified.
    Holds,
    /// These values break it.
    Broken(Box<ConditionViolation>),
    /// There is no answer, for this reason.
    Open(String),
}

/// A counterexample to a condition.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ConditionViolation {
    /// The rounds by their roles: `this round` and `i = 2`.
    pub rounds: Vec<(String, String)>,
    /// The arrays that it is about.
    pub strips: Vec<ViolationStrip>,
    /// The run of its program.
    pub run: Run,
}

/// An array in the counterexample.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ViolationStrip {
    /// Its name.
    pub array: String,
    /// The cells by their index along the dimension of the tile, ascending.
    pub cells: Vec<ViolationCell>,
}

/// A cell in the counterexample.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ViolationCell {
    /// Its index.
    pub index: i64,
    /// Whether it is in the tile of the round that is made.
    pub this: bool,
    /// Whether it is in the tile of the earlier or later round.
    pub other: bool,
    /// Whether the claim is about it.
    pub claimed: bool,
    /// Its value before the round, if it is known.
    pub before: Option<String>,
    /// Its value after the round, if the round writes it.
    pub after: Option<String>,
}

/// A candidate invariant at a cut-point, learned from runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CandidateInvariant {
    /// The loop behind which it holds.
    pub behind: Span,
    /// Its line, from 1.
    pub line: u32,
    /// The candidate as text.
    pub text: String,
    /// The number of cells for which it was observed, until it was dropped if it was.
    pub cells: u64,
    /// The number of runs on which it was observed.
    pub runs: u64,
    /// Its status.
    pub fate: CandidateStatus,
}

/// The status of a candidate invariant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CandidateStatus {
    /// Its conditions certify it, together with other proved candidates.
    Proved,
    /// No run refutes it, and the proved candidates do not imply it.
    Open,
    /// A run refutes it, with these values.
    Killed(String),
}
