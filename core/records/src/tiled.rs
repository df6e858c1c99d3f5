//! A program by tiles: its segments, the tiles of its loops, the conditions of its claims, and pictures.

use crate::outcome::Run;
use crate::picture::Picture;
use hornbook_base::Span;
use hornbook_tasks::tiling::by_hand::NamedTiles;
use serde::{Deserialize, Serialize};

/// All that tiling has to say of a program before anything is asked of the engine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tilings {
    /// The segments outside of loops, in their order.
    pub segments: Vec<SegmentRecord>,
    /// The loops, those in loops behind the ones around them.
    pub loops: Vec<LoopRecord>,
    /// The claims outside of loops.
    pub claims: Vec<ClaimRecord>,
    /// The tiles that are named by hand.
    pub by_hand: NamedTiles,
    /// Why these do not fit, if they do not.
    pub wrong: Option<String>,
    /// The loops on runs, for the sizes for which there is one.
    pub pictures: Vec<Picture>,
    /// What was learned from runs about what holds between loops.
    pub learned: Vec<Learned>,
}

/// A part of the program between two cut-points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SegmentRecord {
    /// Its place.
    pub at: Span,
    /// Its first line, from 1.
    pub line: u32,
    /// The number of its loop in [`Tilings::loops`]; none for statements without a loop.
    pub looped: Option<usize>,
    /// For a loop that is not counted: why, and what would make it fit.
    pub misfit: Option<(String, String)>,
    /// What the claims want in front of it.
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
    /// What the claims want behind it.
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
    /// What it would be if nobody had named another one; empty if there would be none.
    pub found: String,
    /// Whether it is named by hand.
    pub by_hand: bool,
}

/// A claim, and why it holds or what is in the way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClaimRecord {
    /// Its place.
    pub at: Span,
    /// Its line, from 1.
    pub line: u32,
    /// What is claimed.
    pub text: String,
    /// Its conditions, or why there are none.
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
    /// What it is: `T1`, `T2*`.
    pub name: String,
    /// A few words: of which array.
    pub title: String,
    /// The loop, if it is about one.
    pub at: Option<Span>,
    /// Its line, from 1.
    pub line: Option<u32>,
    /// Why it is asked, in one sentence.
    pub why: String,
    /// The program whose assertions state it.
    pub text: String,
    /// Whether it holds.
    pub state: ConditionState,
}

/// Whether a condition holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ConditionState {
    /// It was certified.
    Holds,
    /// These values break it.
    Broken(Box<Broken>),
    /// Nothing was found out.
    Open(String),
}

/// The values that break a condition.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Broken {
    /// The rounds by their roles: `this round` and `i = 2`.
    pub rounds: Vec<(String, String)>,
    /// The arrays that it is about.
    pub strips: Vec<BrokenStrip>,
    /// The run of its program.
    pub run: Run,
}

/// An array in a state that breaks a condition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BrokenStrip {
    /// Its name.
    pub array: String,
    /// The cells by their index along the dimension of the tile, ascending.
    pub cells: Vec<BrokenCell>,
}

/// A cell in a state that breaks a condition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BrokenCell {
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

/// Something that holds at a cut-point on the runs that were looked at, or did for a while.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Learned {
    /// The loop behind which it does.
    pub behind: Span,
    /// Its line, from 1.
    pub line: u32,
    /// What is said.
    pub text: String,
    /// How many cells it was seen of, before it was dropped if it was.
    pub cells: u64,
    /// How many runs it was seen on.
    pub runs: u64,
    /// What became of it.
    pub fate: Fate,
}

/// What became of something that was learned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fate {
    /// Its conditions certify it, together with other facts that are proved.
    Proved,
    /// No run speaks against it, and those that are proved do not show it.
    Open,
    /// A run speaks against it, with these values.
    Killed(String),
}
