//! Tiles: the cells of an array that a round of a loop takes care of.

use super::form::{expr, var};
use super::loops::Loop;
use hornbook_base::Int;
use hornbook_horn::linear::Linear;
use hornbook_lang::ast::{CompareOp, Expr};
use hornbook_lang::rewrite::build;

/// The tile of a round, for one array: the cells at these indices, in the counter and variables that
/// stay as they are. Of an array of arrays they are indices along one dimension, and the tile has all cells with
/// such an index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tile {
    /// The array.
    pub array: String,
    /// The dimension, from 0.
    pub dimension: usize,
    /// The indices, from the lowest one.
    pub cells: Vec<Linear>,
}

/// `index op end`: that the cell at an index belongs to an earlier round, at the head of the loop.
#[derive(Clone, Debug, PartialEq)]
pub struct Done {
    /// The index.
    pub index: Linear,
    /// Less where tiles move up, and greater where they move down.
    pub op: CompareOp,
    /// Where the tile of the next round begins, from the side of the earlier ones.
    pub end: Linear,
}

impl Done {
    /// As a condition.
    pub fn expr(&self) -> Expr {
        build::compare(expr(&self.index), self.op, expr(&self.end))
    }
}

impl Tile {
    /// When the cell at an index belongs to an earlier round. Cells between tiles count as well. `None` if
    /// the tiles do not move, not alike, or reach into each other.
    pub fn done(&self, index: &Linear, l: &Loop) -> Option<Done> {
        let (low, high) = (self.cells.first()?, self.cells.last()?);
        let counter = var(&l.counter);
        let alike = |cell: &Linear| cell.sub(low).as_constant().is_some();
        let moves = &low.coeff(&counter) * &Int::from(l.step);
        // Tiles that reach into each other have no end between them.
        let width = high.sub(low).as_constant().cloned()?;
        if !self.cells.iter().all(alike) || width >= moves.abs() {
            return None;
        }
        let (op, end) = match (moves.is_positive(), moves.is_negative()) {
            (true, _) => (CompareOp::Lt, low),
            (_, true) => (CompareOp::Gt, high),
            _ => return None,
        };
        Some(Done { index: index.clone(), op, end: end.clone() })
    }
}
