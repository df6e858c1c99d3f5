//! Why invariants are enough, loop by loop: what an inductive invariant owes, and what becomes of it
//! without one of its lines.

use crate::invariant::Strip;
use crate::sample::Row;
use hornbook_base::Span;
use hornbook_horn::{ClauseId, Term};
use serde::{Deserialize, Serialize};

/// What an inductive invariant of a loop owes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Role {
    /// It holds when control comes to the loop.
    Starts,
    /// It holds after a round if it did before.
    Stays,
    /// It says all that is needed behind it.
    Enough,
}

/// A point with an invariant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Point {
    /// The place of the invariant among those of the verdict.
    pub place: usize,
    /// The line of the point, from 1.
    pub line: u32,
}

/// Where a way from one loop leads without another one in between.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Target {
    /// To a loop.
    Loop(Point),
    /// To an assertion.
    Claim {
        /// Its line, from 1.
        line: u32,
    },
}

/// One way through the program that an invariant has to survive, or to suffice for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reason {
    /// What for.
    pub role: Role,
    /// The loop that it begins at; `None` is the beginning of the program.
    pub from: Option<Point>,
    /// Where it leads.
    pub to: Target,
    /// The clauses on the way, in order.
    pub clauses: Vec<ClauseId>,
    /// The steps on the way, in order.
    pub steps: Vec<Passed>,
    /// Whether both sides of some condition are among them, of which a run takes one.
    pub branches: bool,
    /// What must hold at its end, in the variables of the program there.
    pub claims: Vec<Term>,
    /// Whether that follows from the invariant at its beginning, once more: found by another way than
    /// the verdict, and checked. False says nothing.
    pub confirmed: bool,
}

/// A step of the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passed {
    /// Its place.
    pub span: Span,
    /// Its line, from 1.
    pub line: u32,
    /// What it does, in a few words.
    pub does: String,
}

/// What becomes of an invariant without one of its lines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Without {
    /// The other lines are enough: each way was decided.
    Enough,
    /// One way breaks.
    Breaks(Box<Break>),
    /// It was not found out.
    Open,
}

/// A counterexample to induction: a state that the other lines allow, from which a way leads to one
/// that breaks a claim. Both were evaluated. No run need come to the first one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Break {
    /// The way.
    pub reason: Reason,
    /// What does not hold at its end.
    pub claim: Term,
    /// The state at its beginning.
    pub before: Moment,
    /// The state at its end, if that is a loop.
    pub after: Option<Moment>,
}

/// A state of the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moment {
    /// Numbers and truth values, by the names that clauses have for them.
    pub scalars: Vec<(String, String)>,
    /// The arrays, with what the lines that are left say of them.
    pub strips: Vec<Strip>,
    /// Their cells, one row for each strip.
    pub rows: Vec<Row>,
}
