//! The facts about an array, as one strip of cells.

use super::sideways::Sideways;
use crate::formula::{Setting, term, variable};
use hornbook_horn::Term;
use hornbook_records::sample::StripRow;
use hornbook_records::{IndexRange, Strip, StripFact};
use yew::prelude::*;

/// The width of the cells beyond the first and the last tick, where the distance of two ticks is 1.
const MARGIN: f64 = 0.4;
/// Their width where a fact is about them.
const OPEN: f64 = 1.0;
/// The height of a lane of facts about ranges, in rem.
const LANE: f64 = 2.25;
/// The height of a lane with facts about two cells.
const ARCS: f64 = 3.6;
/// The least width between two ticks, in rem.
const ROOM: f64 = 3.5;
/// How wide a letter of a fact is, and the room around the words, in rem.
const LETTER: f64 = 0.56;
const AROUND: f64 = 1.2;
/// The least width of a cell with its value, in rem.
const CELL: f64 = 2.6;

#[derive(Clone, PartialEq, Properties)]
pub struct StripPictureProps {
    pub strip: Strip,
    /// The cells of the array in a state, if the picture is of one.
    #[prop_or_default]
    pub row: Option<StripRow>,
}

/// The array from left to right, with the ends of ranges as ticks. The facts in one lane are about disjoint
/// cells.
#[component]
pub fn StripPicture(props: &StripPictureProps) -> Html {
    let StripPictureProps { strip, row } = props;
    let scale = match row {
        Some(row) => Scale::for_cells(row),
        None => Scale::for_ticks(strip),
    };
    let lanes: Vec<f64> = (0..strip.lanes).map(|lane| height(strip, lane)).collect();
    let cells = row.as_ref().map_or(0.0, |_| LANE);
    let tall: f64 = cells + lanes.iter().sum::<f64>();
    let fact = |(n, fact): (usize, &StripFact)| {
        let above = cells + lanes[..fact.lane].iter().sum::<f64>();
        let now = match row.as_ref().map(|row| row.holds.get(n).copied().flatten()) {
            None | Some(Some(true)) => "",
            Some(None) => "silent",
            Some(Some(false)) => "broken",
        };
        draw_fact(fact, &scale, above, lanes[fact.lane], now)
    };
    let width = format!("{:.2}rem", scale.least);
    let room = row.as_ref().map(room);
    html! {
        <div class={classes!("facts", row.is_some().then_some("of-run"))} style={room} data-testid="strip">
            <div class="facts-row" aria-hidden={row.is_none().then_some("true")}>
                <span class="facts-name f" style={format!("height:{tall}rem")}>{ variable(&strip.array) }</span>
                <Sideways class="facts-scroll">
                    <div class="facts-cells" style={format!("height:{tall}rem;min-width:{width}")}>
                        { for row.iter().map(values) }
                        { for strip.facts.iter().enumerate().map(fact) }
                        { for marks(strip, row.as_ref(), &scale).into_iter().map(|(at, names)| tick(at, &names)) }
                    </div>
                </Sideways>
            </div>
            if row.is_none() {
                { unordered(strip) }
                { for strip.facts.iter().filter(|fact| !scale.has_room(fact)).map(describe_empty_fact) }
            }
        </div>
    }
}

/// The places with ticks, each with all its indices. In a run, ticks beyond the cells on view have none.
fn marks<'s>(strip: &'s Strip, row: Option<&StripRow>, scale: &Scale) -> Vec<(f64, Vec<&'s Term>)> {
    let shown = |row: &StripRow, tick: i64| {
        (row.first..=row.first + row.cells.len() as i64).contains(&tick).then_some(tick)
    };
    let mut out: Vec<(i64, f64, Vec<&Term>)> = vec![];
    for (n, (tick, at)) in strip.ticks.iter().zip(&scale.ticks).enumerate() {
        let index = row.map_or(Some(n as i64), |row| shown(row, *row.ticks.get(n)?));
        let Some(index) = index else { continue };
        match out.iter_mut().find(|(known, ..)| *known == index) {
            Some((.., names)) => names.extend(&tick.before),
            None => out.push((index, *at, tick.before.iter().collect())),
        }
    }
    out.into_iter().map(|(_, at, names)| (at, names)).collect()
}

/// A tick with all its names.
fn tick(at: f64, names: &[&Term]) -> Html {
    let setting = Setting::default();
    let left = format!("left:{}", percent(at));
    let names = names.iter().enumerate().map(|(n, index)| {
        html! { <>{ (n > 0).then_some(" = ") }{ term(index, &setting) }</> }
    });
    html! {
        <>
            <span class="tick" style={left.clone()}></span>
            <span class="bound f" style={left}>{ for names }</span>
        </>
    }
}

/// How many cells a state has and how long their values are: a slide makes them as small as that needs.
fn room(row: &StripRow) -> String {
    let letters = row.cells.iter().map(|value| value.chars().count()).max().unwrap_or(1);
    format!("--cells:{};--letters:{letters}", row.cells.len())
}

/// The cells of an array in a state.
fn values(row: &StripRow) -> Html {
    let one = 1.0 / row.cells.len().max(1) as f64;
    let cell = |(n, value): (usize, &String)| {
        let (left, width) = (percent(n as f64 * one), percent(one));
        let style = format!("left:{left};width:{width};top:0;height:{LANE}rem");
        html! { <span class="value" {style} data-index={(row.first + n as i64).to_string()}>{ value }</span> }
    };
    html! { { for row.cells.iter().enumerate().map(cell) } }
}

/// The horizontal positions, as parts of the whole.
struct Scale {
    ticks: Vec<f64>,
    /// How narrow the picture may be, in rem.
    least: f64,
}

impl Scale {
    /// A scale with equal distances of all ticks.
    fn for_ticks(strip: &Strip) -> Scale {
        let extents = || strip.facts.iter().flat_map(|fact| &fact.ranges);
        let margin = |open: bool| if open { OPEN } else { MARGIN };
        let left = margin(extents().any(|range| range.from.is_none()));
        let right = margin(extents().any(|range| range.to.is_none()));
        let count = strip.ticks.len();
        let width = left + count.saturating_sub(1) as f64 + right;
        let ticks = (0..count).map(|n| (left + n as f64) / width).collect();
        let scale = Scale { ticks, least: ROOM * width };
        // The range of each fact has room for its words.
        let drawn = strip.facts.iter().filter(|fact| scale.has_room(fact));
        let wanted = drawn.map(|fact| {
            let (from, to) = scale.hull(fact);
            (LETTER * letters(fact) as f64 + AROUND) / (to - from)
        });
        let least = wanted.fold(scale.least, f64::max);
        Scale { least, ..scale }
    }

    /// A scale with equal widths of all cells.
    fn for_cells(row: &StripRow) -> Scale {
        let count = row.cells.len().max(1) as f64;
        let place = |tick: &i64| ((tick - row.first) as f64 / count).clamp(0.0, 1.0);
        Scale { ticks: row.ticks.iter().map(place).collect(), least: CELL * count }
    }

    /// Whether each range of a fact ends behind its beginning.
    fn has_room(&self, fact: &StripFact) -> bool {
        fact.ranges.iter().map(|range| self.ends(*range)).all(|(from, to)| from < to)
    }

    /// The hull of all the ranges of a fact.
    fn hull(&self, fact: &StripFact) -> (f64, f64) {
        let ends = fact.ranges.iter().map(|range| self.ends(*range));
        ends.fold((1.0, 0.0), |(from, to), (a, b)| (f64::min(from, a), f64::max(to, b)))
    }

    /// Both ends of a range.
    fn ends(&self, range: IndexRange) -> (f64, f64) {
        let end = |tick: Option<usize>, open| {
            tick.map_or(open, |n| self.ticks.get(n).copied().unwrap_or(open))
        };
        (end(range.from, 0.0), end(range.to, 1.0))
    }
}

/// How long the words of a fact are.
fn letters(fact: &StripFact) -> usize {
    let when = fact.when.iter().map(|t| t.to_string().chars().count() + " if ".len());
    fact.claim.to_string().chars().count() + when.sum::<usize>()
}

fn percent(part: f64) -> String {
    format!("{:.3}%", 100.0 * part)
}

fn height(strip: &Strip, lane: usize) -> f64 {
    let pairs = strip.facts.iter().any(|fact| fact.lane == lane && fact.ranges.len() > 1);
    if pairs { ARCS } else { LANE }
}

/// A box for each range; an arc from a cell of the one to a cell of the other if there are two.
fn draw_fact(fact: &StripFact, scale: &Scale, above: f64, tall: f64, now: &'static str) -> Html {
    let setting = Setting::default();
    let place = |(from, to): (f64, f64)| {
        let (left, width) = (percent(from), percent(to - from));
        format!("left:{left};width:{width};top:{above}rem;height:{tall}rem")
    };
    let when = fact.when.iter().map(|t| {
        html! { <span class="when f">{ "if " }{ term(t, &setting) }</span> }
    });
    let words = html! { <>{ term(&fact.claim, &setting) }{ for when }</> };
    let ends: Vec<(f64, f64)> = fact.ranges.iter().map(|range| scale.ends(*range)).collect();
    // A range without cells is invisible.
    if !scale.has_room(fact) {
        return html! {};
    }
    let known = || classes!("known", now);
    match ends.as_slice() {
        [one, two] => {
            let middle = |(from, to): (f64, f64), part: f64| from + part * (to - from);
            let (mut arc, boxes) = match one == two {
                true => ((middle(*one, 0.3), middle(*one, 0.7)), vec![*one]),
                false => ((middle(*one, 0.5), middle(*two, 0.5)), vec![*one, *two]),
            };
            if arc.0 > arc.1 {
                arc = (arc.1, arc.0);
            }
            let (left, width) = (percent(arc.0), percent(arc.1 - arc.0));
            let arched = format!("left:{left};width:{width};top:{:.2}rem", above + 0.4);
            let hull = (one.0.min(two.0), one.1.max(two.1));
            let ranges = boxes.into_iter().map(|ends| {
                html! { <span class={known()} style={place(ends)}></span> }
            });
            html! {
                <>
                    { for ranges }
                    <span class="arc" style={arched}></span>
                    <span class="pair f" style={place(hull)}>{ words }</span>
                </>
            }
        }
        _ => html! {
            { for ends.into_iter().map(|ends| html! { <span class={classes!(known(), "f")} style={place(ends)}>{ words.clone() }</span> }) }
        },
    }
}

/// A fact about a range that may be empty, and is empty in the picture.
fn describe_empty_fact(fact: &StripFact) -> Html {
    let claim = term(&fact.claim, &Setting::default());
    html! { <p class="facts-order">{ "Not drawn, as there may be no such cell: " }<span class="f">{ claim }</span>{ "." }</p> }
}

/// The pairs of ticks whose order is not known, in words.
fn unordered(strip: &Strip) -> Html {
    let setting = Setting::default();
    let name =
        |n: usize| strip.ticks.get(n).and_then(|t| t.before.first()).map(|t| term(t, &setting));
    let pairs = strip.unordered.iter().enumerate().map(|(n, (a, b))| {
        let between = if n == 0 { "" } else { "; " };
        html! { <>{ between }<span class="f">{ name(*a) }</span>{ " and " }<span class="f">{ name(*b) }</span></> }
    });
    html! {
        if !strip.unordered.is_empty() {
            <p class="facts-order" data-testid="strip-order">{ "Their order is not known: " }{ for pairs }{ "." }</p>
        }
    }
}
