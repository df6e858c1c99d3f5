//! Pictures of arrays as boxes and words, whoever draws them.

use hornbook_horn::Term;
use hornbook_records::invariant::{Strip, StripFact};
use hornbook_records::sample::StripRow;
use hornbook_records::story::{ArrayCells, CardPicture};

/// A picture: its size, and what is on it. One unit is the width of a cell; it grows downwards.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawing {
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
    /// What is drawn, the first at the back.
    pub shapes: Vec<Shape>,
}

/// One thing on a picture.
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
        /// What it stands for.
        kind: Kind,
    },
    /// Words around a point.
    Words {
        /// The middle.
        x: f64,
        /// The middle.
        y: f64,
        /// What they say.
        text: String,
        /// Whether they only remark something.
        small: bool,
    },
    /// A line downwards.
    Tick {
        /// Where.
        x: f64,
        /// The upper end.
        y: f64,
        /// How long it is.
        height: f64,
    },
}

/// What a box stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A cell of an array, of which nothing is said.
    Cell,
    /// Cells of which something is known.
    Known,
    /// Something that does not hold.
    Wrong,
}

/// The height of a lane, and the room that a letter takes.
const LANE: f64 = 0.9;
const LETTER: f64 = 0.17;
/// The room for the name of an array.
const NAME: f64 = 1.2;

/// Draws arrays; lines of a program are words and no drawing.
pub fn drawing(picture: &CardPicture) -> Option<Drawing> {
    let mut out = Drawing::default();
    match picture {
        CardPicture::Lines(_) => return None,
        CardPicture::Strips(strips) => {
            strips.iter().for_each(|(strip, row)| out.strip(strip, row.as_ref()));
        }
        CardPicture::Cells(arrays) => arrays.iter().for_each(|cells| out.cells(cells)),
    }
    Some(out)
}

impl Drawing {
    fn words(&mut self, x: f64, y: f64, text: impl Into<String>, small: bool) {
        self.shapes.push(Shape::Words { x, y, text: text.into(), small });
    }

    fn frame(&mut self, x: f64, y: f64, width: f64, height: f64, kind: Kind) {
        self.shapes.push(Shape::Box { x, y, width, height, kind });
    }

    /// Puts an array below what is there.
    fn strip(&mut self, strip: &Strip, row: Option<&StripRow>) {
        let top = self.height + 0.3;
        let scale = Scale::of(strip, row);
        let cells = if row.is_some() { 1.0 } else { 0.0 };
        let tall = cells + LANE * strip.lanes as f64;
        self.words(NAME / 2.0, top + tall.max(LANE) / 2.0, strip.array.clone(), false);
        self.frame(NAME, top, scale.width, tall.max(LANE), Kind::Cell);
        for (n, value) in row.iter().flat_map(|row| row.cells.iter().enumerate()) {
            self.frame(NAME + n as f64, top, 1.0, 1.0, Kind::Cell);
            self.words(NAME + n as f64 + 0.5, top + 0.5, value.clone(), false);
        }
        for (n, fact) in strip.facts.iter().enumerate() {
            let holds = row.is_none_or(|row| row.holds.get(n).copied().flatten() != Some(false));
            let kind = if holds { Kind::Known } else { Kind::Wrong };
            self.fact(fact, &scale, top + cells + LANE * fact.lane as f64, kind);
        }
        for (tick, x) in strip.ticks.iter().zip(&scale.ticks) {
            let names: Vec<String> = tick.before.iter().map(Term::to_string).collect();
            self.shapes.push(Shape::Tick { x: NAME + x, y: top - 0.1, height: tall + 0.2 });
            self.words(NAME + x, top + tall + 0.4, names.join(" = "), true);
        }
        self.height = top + tall.max(LANE) + 0.8;
        self.width = self.width.max(NAME + scale.width + 0.6);
    }

    fn fact(&mut self, fact: &StripFact, scale: &Scale, y: f64, kind: Kind) {
        let mut first = true;
        for range in &fact.ranges {
            let from = range.from.map_or(0.0, |n| scale.ticks[n]);
            let to = range.to.map_or(scale.width, |n| scale.ticks[n]).max(from);
            self.frame(NAME + from, y + 0.05, to - from, LANE - 0.1, kind);
            if first {
                self.words(NAME + (from + to) / 2.0, y + LANE / 2.0, label(fact), false);
            }
            first = false;
        }
    }

    fn cells(&mut self, cells: &ArrayCells) {
        let top = self.height + 0.3;
        let words = |(index, _): &(Term, String)| {
            Term::select(cells.array.clone(), index.clone()).to_string()
        };
        let why = cells.cells.iter().map(|(_, why)| why.as_str());
        let longest = cells.cells.iter().map(|c| words(c).len()).chain(why.map(str::len)).max();
        let wide = 1.0_f64.max(longest.unwrap_or(0) as f64 * LETTER + 0.4);
        self.words(NAME / 2.0, top + 0.5, cells.array.to_string(), false);
        for (n, cell) in cells.cells.iter().enumerate() {
            let x = NAME + 0.6 + n as f64 * (wide + 0.6);
            self.words(x - 0.3, top + 0.5, "…", true);
            self.frame(x, top, wide, 1.0, Kind::Known);
            self.words(x + wide / 2.0, top + 0.5, words(cell), false);
            self.words(x + wide / 2.0, top + 1.3, cell.1.clone(), true);
        }
        let behind = NAME + 0.6 + cells.cells.len() as f64 * (wide + 0.6);
        self.words(behind - 0.3, top + 0.5, "…", true);
        self.height = top + 1.7;
        self.width = self.width.max(behind);
    }
}

/// A fact with its conditions on the indices.
fn label(fact: &StripFact) -> String {
    let when: Vec<String> = fact.when.iter().map(Term::to_string).collect();
    match when.is_empty() {
        true => fact.claim.to_string(),
        false => format!("{} if {}", fact.claim, when.join(" && ")),
    }
}

/// Where the ticks are.
struct Scale {
    ticks: Vec<f64>,
    width: f64,
}

impl Scale {
    fn of(strip: &Strip, row: Option<&StripRow>) -> Scale {
        if let Some(row) = row {
            let width = row.cells.len().max(1) as f64;
            let at = |tick: &i64| (tick.saturating_sub(row.first) as f64).clamp(0.0, width);
            return Scale { ticks: row.ticks.iter().map(at).collect(), width };
        }
        let longest = strip.facts.iter().map(|fact| label(fact).len()).max().unwrap_or(0);
        let step = 2.0_f64.max(longest as f64 * LETTER + 0.4);
        let open = |is: bool| if is { step } else { 0.6 };
        let ranges = || strip.facts.iter().flat_map(|fact| &fact.ranges);
        let first = open(ranges().any(|range| range.from.is_none()) || strip.ticks.is_empty());
        let last = open(ranges().any(|range| range.to.is_none()));
        let ticks: Vec<f64> = (0..strip.ticks.len()).map(|n| first + n as f64 * step).collect();
        let width = ticks.last().copied().unwrap_or(first) + last;
        Scale { ticks, width }
    }
}
