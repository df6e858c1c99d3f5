//! Drawings of arrays as boxes and words, independent of their format.

use hornbook_horn::Term;
use hornbook_records::invariant::{Strip, StripFact};
use hornbook_records::sample::StripRow;
use hornbook_records::story::{ArrayCells, CardPicture};

/// A drawing: its size and its shapes. One unit is the width of a cell; it grows downwards.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StripDrawing {
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
    /// The shapes, the first at the back.
    pub shapes: Vec<Shape>,
}

/// A shape of a drawing.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A box from its upper left corner.
    Box {
        /// The left side.
        x: f64,
        /// The upper side.
        y: f64,
        /// The width.
        width: f64,
        /// The height.
        height: f64,
        /// The kind of the box.
        kind: BoxKind,
    },
    /// Words around a point.
    Words {
        /// The middle.
        x: f64,
        /// The middle.
        y: f64,
        /// The text.
        text: String,
        /// Whether they are small.
        small: bool,
    },
    /// A line downwards.
    Tick {
        /// The horizontal position.
        x: f64,
        /// The upper end.
        y: f64,
        /// The length.
        height: f64,
    },
}

/// The kind of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoxKind {
    /// A cell of an array without a fact.
    Cell,
    /// Cells of a fact.
    Known,
    /// Cells of a fact that does not hold.
    Wrong,
}

/// The height of a lane.
const LANE_HEIGHT: f64 = 0.9;
/// The width of a letter.
const LETTER_WIDTH: f64 = 0.17;
/// The width of the name of an array.
const NAME_WIDTH: f64 = 1.2;

/// Draws arrays; `None` for lines of a program, which are text.
pub fn draw_strips(picture: &CardPicture) -> Option<StripDrawing> {
    let mut out = StripDrawing::default();
    match picture {
        CardPicture::Lines(_) => return None,
        CardPicture::Strips(strips) => {
            strips.iter().for_each(|(strip, row)| out.add_strip(strip, row.as_ref()));
        }
        CardPicture::Cells(arrays) => arrays.iter().for_each(|cells| out.add_cells(cells)),
    }
    Some(out)
}

impl StripDrawing {
    fn add_words(&mut self, x: f64, y: f64, text: impl Into<String>, small: bool) {
        self.shapes.push(Shape::Words { x, y, text: text.into(), small });
    }

    fn add_box(&mut self, x: f64, y: f64, width: f64, height: f64, kind: BoxKind) {
        self.shapes.push(Shape::Box { x, y, width, height, kind });
    }

    /// Adds an array at the bottom.
    fn add_strip(&mut self, strip: &Strip, row: Option<&StripRow>) {
        let top = self.height + 0.3;
        let scale = Scale::for_strip(strip, row);
        let cells = if row.is_some() { 1.0 } else { 0.0 };
        let tall = cells + LANE_HEIGHT * strip.lanes as f64;
        self.add_words(
            NAME_WIDTH / 2.0,
            top + tall.max(LANE_HEIGHT) / 2.0,
            strip.array.clone(),
            false,
        );
        self.add_box(NAME_WIDTH, top, scale.width, tall.max(LANE_HEIGHT), BoxKind::Cell);
        for (n, value) in row.iter().flat_map(|row| row.cells.iter().enumerate()) {
            self.add_box(NAME_WIDTH + n as f64, top, 1.0, 1.0, BoxKind::Cell);
            self.add_words(NAME_WIDTH + n as f64 + 0.5, top + 0.5, value.clone(), false);
        }
        for (n, fact) in strip.facts.iter().enumerate() {
            let holds = row.is_none_or(|row| row.holds.get(n).copied().flatten() != Some(false));
            let kind = if holds { BoxKind::Known } else { BoxKind::Wrong };
            self.add_fact(fact, &scale, top + cells + LANE_HEIGHT * fact.lane as f64, kind);
        }
        for (tick, x) in strip.ticks.iter().zip(&scale.ticks) {
            let names: Vec<String> = tick.before.iter().map(Term::to_string).collect();
            self.shapes.push(Shape::Tick { x: NAME_WIDTH + x, y: top - 0.1, height: tall + 0.2 });
            self.add_words(NAME_WIDTH + x, top + tall + 0.4, names.join(" = "), true);
        }
        self.height = top + tall.max(LANE_HEIGHT) + 0.8;
        self.width = self.width.max(NAME_WIDTH + scale.width + 0.6);
        if row.is_none() {
            open_orders(strip).for_each(|words| self.add_caveat(words));
        }
    }

    /// Adds a line of words below what is drawn.
    fn add_caveat(&mut self, words: String) {
        let width = words.chars().count() as f64 * LETTER_WIDTH;
        self.add_words(NAME_WIDTH + width / 2.0, self.height + 0.2, words, true);
        self.height += 0.5;
        self.width = self.width.max(NAME_WIDTH + width + 0.6);
    }

    fn add_fact(&mut self, fact: &StripFact, scale: &Scale, y: f64, kind: BoxKind) {
        let mut first = true;
        for range in &fact.ranges {
            let from = range.from.map_or(0.0, |n| scale.ticks[n]);
            let to = range.to.map_or(scale.width, |n| scale.ticks[n]).max(from);
            self.add_box(NAME_WIDTH + from, y + 0.05, to - from, LANE_HEIGHT - 0.1, kind);
            if first {
                self.add_words(
                    NAME_WIDTH + (from + to) / 2.0,
                    y + LANE_HEIGHT / 2.0,
                    label(fact),
                    false,
                );
            }
            first = false;
        }
    }

    fn add_cells(&mut self, cells: &ArrayCells) {
        let top = self.height + 0.3;
        let words = |(index, _): &(Term, String)| {
            Term::select(cells.array.clone(), index.clone()).to_string()
        };
        let why = cells.cells.iter().map(|(_, why)| why.as_str());
        let longest = cells.cells.iter().map(|c| words(c).len()).chain(why.map(str::len)).max();
        let wide = 1.0_f64.max(longest.unwrap_or(0) as f64 * LETTER_WIDTH + 0.4);
        self.add_words(NAME_WIDTH / 2.0, top + 0.5, cells.array.to_string(), false);
        for (n, cell) in cells.cells.iter().enumerate() {
            let x = NAME_WIDTH + 0.6 + n as f64 * (wide + 0.6);
            self.add_words(x - 0.3, top + 0.5, "…", true);
            self.add_box(x, top, wide, 1.0, BoxKind::Known);
            self.add_words(x + wide / 2.0, top + 0.5, words(cell), false);
            self.add_words(x + wide / 2.0, top + 1.3, cell.1.clone(), true);
        }
        let behind = NAME_WIDTH + 0.6 + cells.cells.len() as f64 * (wide + 0.6);
        self.add_words(behind - 0.3, top + 0.5, "…", true);
        self.height = top + 1.7;
        self.width = self.width.max(behind);
    }
}

/// A sentence for each pair of ticks that are drawn in one order, though the invariant allows others.
fn open_orders(strip: &Strip) -> impl Iterator<Item = String> {
    let name = |n: usize| Some(strip.ticks.get(n)?.before.first()?.to_string());
    strip.unordered.iter().filter_map(move |(left, right)| {
        Some(format!("The order of {} and {} is not known.", name(*left)?, name(*right)?))
    })
}

/// A fact with its conditions on the indices.
fn label(fact: &StripFact) -> String {
    let when: Vec<String> = fact.when.iter().map(Term::to_string).collect();
    match when.is_empty() {
        true => fact.claim.to_string(),
        false => format!("{} if {}", fact.claim, when.join(" && ")),
    }
}

/// The positions of ticks.
struct Scale {
    ticks: Vec<f64>,
    width: f64,
}

impl Scale {
    fn for_strip(strip: &Strip, row: Option<&StripRow>) -> Scale {
        if let Some(row) = row {
            let width = row.cells.len().max(1) as f64;
            let at = |tick: &i64| (tick.saturating_sub(row.first) as f64).clamp(0.0, width);
            return Scale { ticks: row.ticks.iter().map(at).collect(), width };
        }
        let longest = strip.facts.iter().map(|fact| label(fact).len()).max().unwrap_or(0);
        let step = 2.0_f64.max(longest as f64 * LETTER_WIDTH + 0.4);
        let open = |is: bool| if is { step } else { 0.6 };
        let ranges = || strip.facts.iter().flat_map(|fact| &fact.ranges);
        let first = open(ranges().any(|range| range.from.is_none()) || strip.ticks.is_empty());
        let last = open(ranges().any(|range| range.to.is_none()));
        let ticks: Vec<f64> = (0..strip.ticks.len()).map(|n| first + n as f64 * step).collect();
        let width = ticks.last().copied().unwrap_or(first) + last;
        Scale { ticks, width }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_horn::Var;
    use hornbook_records::invariant::Tick;

    #[test]
    fn an_order_that_is_only_drawn_is_said_to_be_unknown() {
        let tick = |name: &str| Tick { before: vec![Term::var(&Var::int(name))] };
        let strip = Strip {
            ticks: vec![tick("i"), tick("j")],
            unordered: vec![(0, 1)],
            ..Strip::without_facts("a")
        };
        let words = |row: Option<StripRow>| {
            let drawing = draw_strips(&CardPicture::Strips(vec![(strip.clone(), row)]));
            let drawing = drawing.expect("a drawing");
            let inside = |shape: &Shape| match shape {
                Shape::Words { y, text, .. } => (*y < drawing.height).then(|| text.clone()),
                _ => None,
            };
            drawing.shapes.iter().filter_map(inside).collect::<Vec<_>>()
        };
        let caveat = "The order of i and j is not known.".to_owned();
        assert!(words(None).contains(&caveat));
        // A run has one order.
        let row = StripRow { first: 0, cells: vec![], ticks: vec![0, 1], holds: vec![] };
        assert!(!words(Some(row)).contains(&caveat));
    }
}
