//! Tiles as users name them: `5 a: 4 * i <= k < 4 * i + 4`.
//!
//! Each tile has the line of its loop (or `line:column`), the array, a colon, and a condition on a fresh
//! name, the index of a cell; for arrays of arrays a dimension, counted from 1, may stand in brackets behind
//! the array: `5 m[2]: k == j`. Tiles are separated by `;`.
//!
//! Reading the text needs no program. [`NamedTiles::resolve`] finds the loops of a program.

use super::form::{expr, names_in};
use super::loops::{Loop, all_loops};
use super::slices::{comparisons, declared, limit};
use super::tiles::Tile;
use hornbook_base::{LineIndex, Span};
use hornbook_horn::linear::Linear;
use hornbook_lang::ast::{BinaryOp, CompareOp, Expr, ExprKind, Program, StmtKind};
use hornbook_lang::rewrite::names::{Fresh, Names, names};
use hornbook_lang::{expression, print};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// Tiles by line and array.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct NamedTiles {
    /// The tiles.
    pub tiles: Vec<NamedTile>,
}

/// The tile of a loop for an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedTile {
    /// The line of the loop, from 1.
    pub line: u32,
    /// The column, from 1, where the line is ambiguous.
    pub column: Option<u32>,
    /// The array.
    pub array: String,
    /// The dimension along which it has cells, from 0.
    pub dimension: usize,
    /// The condition on the index.
    pub cells: String,
}

/// The most cells of a tile.
const WIDEST: i64 = 64;

impl NamedTiles {
    /// Whether there are no tiles.
    pub fn is_empty(&self) -> bool {
        self.tiles.is_empty()
    }

    /// These tiles with another one for a loop and an array; without one if it has no cells.
    #[must_use]
    pub fn with_tile(&self, tile: NamedTile) -> NamedTiles {
        let place = |t: &NamedTile| (t.line, t.column, t.array.clone());
        let others = self.tiles.iter().filter(|known| place(known) != place(&tile)).cloned();
        let mut tiles: Vec<NamedTile> = others.collect();
        tiles.extend((!tile.cells.trim().is_empty()).then_some(tile));
        NamedTiles { tiles }
    }

    /// These tiles after `by` lines were inserted, or removed, behind a line.
    #[must_use]
    pub fn shifted(&self, behind: u32, by: i64) -> NamedTiles {
        let mut all = self.clone();
        for tile in all.tiles.iter_mut().filter(|tile| tile.line > behind) {
            let moved = (i64::from(tile.line) + by).max(i64::from(behind));
            tile.line = u32::try_from(moved).unwrap_or(tile.line);
        }
        all
    }

    /// The tiles of the loops of a program.
    ///
    /// # Errors
    /// In words, the parts that the program does not have.
    pub fn resolve(
        &self,
        program: &Program,
        lines: &LineIndex,
    ) -> Result<Vec<(Span, Tile)>, String> {
        let known = ProgramNames {
            loops: all_loops(program),
            names: declared(program),
            depths: depths(program),
        };
        let found: Vec<(Span, Tile)> = self
            .tiles
            .iter()
            .map(|named| named.resolve(&known, lines))
            .collect::<Result<_, _>>()?;
        for (n, (at, tile)) in found.iter().enumerate() {
            if found[..n].iter().any(|(other, t)| other == at && t.array == tile.array) {
                return Err(format!(
                    "the loop of line {} has two tiles for `{}`",
                    lines.line(*at),
                    tile.array
                ));
            }
        }
        Ok(found)
    }
}

impl NamedTile {
    fn place(&self) -> String {
        match self.column {
            Some(column) => format!("{}:{column}", self.line),
            None => self.line.to_string(),
        }
    }

    /// The tile, of one of these loops in a program with these variables.
    fn resolve(&self, known: &ProgramNames, lines: &LineIndex) -> Result<(Span, Tile), String> {
        let here = |l: &&Loop| {
            let at = lines.line_column(l.span.start);
            at.line == self.line && self.column.is_none_or(|column| column == at.column)
        };
        let l = known.loops.iter().find(here);
        let l = l.ok_or_else(|| format!("no counted loop begins at line {}", self.place()))?;
        if !l.changes.contains(&self.array) {
            return Err(format!(
                "the loop of line {} does not write `{}`",
                self.place(),
                self.array
            ));
        }
        match known.depths.get(&self.array) {
            None => return Err(format!("`{}` is no array", self.array)),
            Some(depth) if self.dimension >= *depth => {
                return Err(format!(
                    "a cell of `{}` has no index {}",
                    self.array,
                    self.dimension + 1
                ));
            }
            Some(_) => {}
        }
        let cells = cells(&self.cells, l, &known.names)?;
        Ok((l.span, Tile { array: self.array.clone(), dimension: self.dimension, cells }))
    }
}

/// The loops and variables of a program.
struct ProgramNames {
    loops: Vec<Loop>,
    names: Names,
    /// The number of indices of a cell, by array.
    depths: BTreeMap<String, usize>,
}

/// The number of indices of a cell, for each array of a program.
fn depths(program: &Program) -> BTreeMap<String, usize> {
    let mut found = BTreeMap::new();
    for stmt in &program.body {
        stmt.visit(&mut |s| {
            if let StmtKind::Declare { declarators, .. } = &s.kind {
                let arrays = declarators.iter().filter(|d| !d.dimensions.is_empty());
                found.extend(arrays.map(|d| (d.name.text.clone(), d.dimensions.len())));
            }
        });
    }
    found
}

/// The indices for which a condition holds.
fn cells(text: &str, l: &Loop, known: &Names) -> Result<Vec<Linear>, String> {
    let shape = || {
        format!(
            "`{text}` is no tile: write which cells a round has, as `{c} <= k < {c} + 2` or `k == {c}`",
            c = l.counter
        )
    };
    let cond = expression(text).ok_or_else(shape)?;
    let mut index = names(&cond);
    index.retain(|name| !known.contains(name));
    let mut index = index.into_iter();
    let (Some(index), None) = (index.next(), index.next()) else { return Err(shape()) };
    let mut cells = of_cond(&cond, &index).ok_or_else(shape)?;
    let moved = |name: &String| *name != l.counter && l.changes.contains(name);
    if let Some(name) = cells.iter().flat_map(names_in).find(moved) {
        return Err(format!("the loop changes `{name}`, so a tile cannot depend on it"));
    }
    cells.sort_by_key(|cell| cell.constant_part().clone());
    cells.dedup();
    match cells.is_empty() {
        true => Err(format!("`{text}` has no cells")),
        false => Ok(cells),
    }
}

fn of_cond(cond: &Expr, index: &str) -> Option<Vec<Linear>> {
    if let ExprKind::Binary(BinaryOp::Or, a, b) = &cond.kind {
        return Some([of_cond(a, index)?, of_cond(b, index)?].concat());
    }
    let (mut low, mut high, mut same) = (None, None, None);
    for part in comparisons(cond) {
        let (op, limit) = limit(&part, index)?;
        let one = Linear::constant(1);
        let (end, value) = match op {
            CompareOp::Eq => (&mut same, limit),
            CompareOp::Ge => (&mut low, limit),
            CompareOp::Gt => (&mut low, limit.add(&one)),
            CompareOp::Lt => (&mut high, limit),
            CompareOp::Le => (&mut high, limit.add(&one)),
            CompareOp::Ne => return None,
        };
        if end.replace(value).is_some() {
            return None;
        }
    }
    match (low, high, same) {
        (None, None, Some(same)) => Some(vec![same]),
        (Some(low), Some(high), None) => {
            let width = high.sub(&low).as_constant()?.to_i64().filter(|width| *width <= WIDEST)?;
            Some((0..width).map(|n| low.add(&Linear::constant(n))).collect())
        }
        _ => None,
    }
}

/// A tile as a condition on the index `k`, or another name if the program has a `k`.
pub fn written(tile: &Tile, index: &str) -> String {
    let text = |form: &Linear| print::expr(&expr(form));
    let one = Linear::constant(1);
    let in_a_row = tile.cells.windows(2).all(|pair| pair[1] == pair[0].add(&one));
    match tile.cells.as_slice() {
        [first, .., last] if in_a_row => {
            format!("{} <= {index} < {}", text(first), text(&last.add(&one)))
        }
        cells => {
            let cells = cells.iter().map(|cell| format!("{index} == {}", text(cell)));
            cells.collect::<Vec<_>>().join(" || ")
        }
    }
}

/// A fresh name for indices.
pub fn index_name(taken: &Names) -> String {
    let names = ["k", "j", "p", "q"];
    let free = names.into_iter().find(|name| !taken.contains(*name));
    free.map_or_else(|| Fresh::avoiding(taken.clone()).name("k"), str::to_owned)
}

impl fmt::Display for NamedTiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, tile) in self.tiles.iter().enumerate() {
            let NamedTile { array, dimension, cells, .. } = tile;
            let sep = if n > 0 { "; " } else { "" };
            let along = if *dimension > 0 { format!("[{}]", dimension + 1) } else { String::new() };
            write!(f, "{sep}{} {array}{along}: {cells}", tile.place())?;
        }
        Ok(())
    }
}

impl FromStr for NamedTiles {
    type Err = String;

    fn from_str(text: &str) -> Result<NamedTiles, String> {
        let parts = text.split(';').map(str::trim).filter(|part| !part.is_empty());
        Ok(NamedTiles { tiles: parts.map(tile).collect::<Result<_, _>>()? })
    }
}

fn tile(text: &str) -> Result<NamedTile, String> {
    let shape = || {
        format!(
            "`{text}` is no tile of a loop: write the line, the array and its cells, as in `5 a: k == i`"
        )
    };
    let (place, rest) = text.split_once(char::is_whitespace).ok_or_else(shape)?;
    let (line, column) = match place.split_once(':') {
        Some((line, column)) => (line, Some(column.parse().map_err(|_| shape())?)),
        None => (place, None),
    };
    let line = line.parse().map_err(|_| shape())?;
    let (array, cells) = rest.split_once(':').ok_or_else(shape)?;
    let (array, along) = match array.trim().split_once('[') {
        Some((array, along)) => (array, along.strip_suffix(']').and_then(|n| n.parse().ok())),
        None => (array.trim(), Some(1_usize)),
    };
    let dimension = along.and_then(|n| n.checked_sub(1)).ok_or_else(shape)?;
    let (array, cells) = (array.trim().to_owned(), cells.trim().to_owned());
    let is_name = matches!(expression(&array).map(|e| e.kind), Some(ExprKind::Name(_)));
    let fits = is_name && expression(&cells).is_some();
    fits.then_some(NamedTile { line, column, array, dimension, cells }).ok_or_else(shape)
}

impl TryFrom<String> for NamedTiles {
    type Error = String;

    fn try_from(text: String) -> Result<NamedTiles, String> {
        text.parse()
    }
}

impl From<NamedTiles> for String {
    fn from(tiles: NamedTiles) -> String {
        tiles.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_lang::parse;

    const BATTERY: &str =
        "int n, a[];\nfor (int i = 0; i < n; i++) { a[4 * i] = 1; a[4 * i + 2] = 1; }\n";

    fn resolved(text: &str) -> Result<String, String> {
        let named: NamedTiles = text.parse()?;
        let found = named.resolve(&parse(BATTERY).0, &LineIndex::new(BATTERY))?;
        Ok(found.iter().map(|(_, tile)| written(tile, "k")).collect::<Vec<_>>().join("; "))
    }

    #[test]
    fn tiles_are_read_and_written() {
        for text in ["2 a: 4 * i <= k < 4 * i + 4", "2 a: k == 4 * i || k == 4 * i + 2"] {
            assert_eq!(
                text.parse::<NamedTiles>().map(|named| named.to_string()).as_deref(),
                Ok(text)
            );
            assert_eq!(resolved(text).as_deref(), Ok(&text[5..]));
        }
        assert_eq!(
            resolved("2 a: 4 * i < x && x <= 4 * i + 2").as_deref(),
            Ok("4 * i + 1 <= k < 4 * i + 3")
        );
        assert_eq!(
            "3:5 m[2]: k == j; 4 b: k == i".parse::<NamedTiles>().map(|n| n.to_string()).as_deref(),
            Ok("3:5 m[2]: k == j; 4 b: k == i")
        );
    }

    #[test]
    fn what_is_no_tile_is_said() {
        for (text, why) in [
            ("a: k == i", "is no tile of a loop"),
            ("2 a: k ==", "is no tile of a loop"),
            ("2 a[0]: k == i", "is no tile of a loop"),
            ("3 a: k == i", "no counted loop begins at line 3"),
            ("2 n: k == i", "does not write `n`"),
            ("2 i: k == i", "`i` is no array"),
            ("2 a[2]: k == i", "a cell of `a` has no index 2"),
            ("2 a: k == i; 2 a: k == i + 1", "has two tiles for `a`"),
            ("2 a: k < i", "is no tile: write which cells"),
            ("2 a: k == j", "is no tile: write which cells"),
            ("2 a: i <= k < i", "has no cells"),
            ("2 a: 0 <= k < n", "is no tile: write which cells"),
        ] {
            let said = resolved(text).expect_err(text);
            assert!(said.contains(why), "{text}: {said}");
        }
    }

    #[test]
    fn tiles_move_with_their_lines() {
        let named: NamedTiles = "2 a: k == i; 7 b: k == i".parse().expect("tiles");
        assert_eq!(named.shifted(3, 2).to_string(), "2 a: k == i; 9 b: k == i");
    }
}
