//! Invariants in the words of the program.

use crate::base::Span;
use crate::horn::Term;
use serde::{Deserialize, Serialize};

/// What holds each time control is at a point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Invariant {
    /// The point's name, such as `L5`.
    pub name: String,
    /// The point in words.
    pub title: String,
    /// The statement that follows it.
    pub span: Span,
    /// Its line, from 1.
    pub line: u32,
    /// Whether a loop comes back to the point.
    pub loop_head: bool,
    /// The conjuncts, over program variables: `forall k: 0 <= k && k < i ==> a[k] == 0`.
    pub parts: Vec<Term>,
    /// The parts that say what holds of a range of one array, for a picture.
    pub regions: Vec<Region>,
}

/// `forall k: from <= k && k < to ==> fact`, about the cells of one array.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Region {
    /// The array.
    pub array: String,
    /// The first index, if there is one.
    pub from: Option<Term>,
    /// The index after the last, if there is one.
    pub to: Option<Term>,
    /// Further conditions on the index, such as `k % 2 == 0`.
    pub when: Vec<Term>,
    /// What is known of the cell `a[k]`.
    pub fact: Term,
}
