//! Tiles: the cells of an array that a round of a loop owns.

use super::form::{expr, var};
use super::loops::Loop;
use hornbook_base::Int;
use hornbook_horn::linear::Linear;
use hornbook_lang::ast::{CompareOp, Expr};
use hornbook_lang::rewrite::build;

/// The tile of a round, for one array: the cells at these indices, in the counter and constant variables. Of
/// an array of arrays they are indices along one dimension, and the tile has all cells with such an index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tile {
    /// The array.
    pub array: String,
    /// The dimension, from 0.
    pub dimension: usize,
    /// The indices, from the lowest one.
    pub cells: Vec<Linear>,
}

/// The condition `index op end` that an earlier round owns the cell at an index, at the head of the loop.
#[derive(Clone, Debug, PartialEq)]
pub struct EarlierCells {
    /// The index.
    pub index: Linear,
    /// Less where tiles move up, and greater where they move down.
    pub op: CompareOp,
    /// The start of the next round's tile, from the side of earlier ones.
    pub end: Linear,
}

impl EarlierCells {
    /// The condition as an expression.
    pub fn expr(&self) -> Expr {
        build::compare(expr(&self.index), self.op, expr(&self.end))
    }
}

impl Tile {
    /// The condition that an earlier round owns the cell at an index. Cells between tiles count as well.
    /// `None` if the tiles do not move, not alike, or overlap.
    pub fn earlier_cells(&self, index: &Linear, l: &Loop) -> Option<EarlierCells> {
        let (low, high) = (self.cells.first()?, self.cells.last()?);
        let counter = var(&l.counter);
        let alike = |cell: &Linear| cell.sub(low).as_constant().is_some();
        let moves = &low.coeff(&counter) * &Int::from(l.step);
        // Overlapping tiles have no end between them.
        let width = high.sub(low).as_constant().cloned()?;
        if !self.cells.iter().all(alike) || width >= moves.abs() {
            return None;
        }
        let (op, end) = match (moves.is_positive(), moves.is_negative()) {
            (true, _) => (CompareOp::Lt, low),
            (_, true) => (CompareOp::Gt, high),
            _ => return None,
        };
        Some(EarlierCells { index: index.clone(), op, end: end.clone() })
    }
}
