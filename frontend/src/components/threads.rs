//! Lines from remembered cells to the same cells of real runs.

use crate::hooks::use_size;
use web_sys::{DomRect, Element};
use yew::prelude::*;

/// A thread that is to be drawn.
#[derive(Clone, PartialEq, Eq)]
pub struct ThreadEnds {
    /// The number of the fact, at `data-known`.
    pub known: usize,
    /// The number of the run, at `data-world`.
    pub world: usize,
    /// The cell, at `data-cell` in both.
    pub cell: String,
}

#[derive(Clone, PartialEq, Properties)]
pub struct ThreadsProps {
    /// The element that holds the threads, and the frame of their coordinates.
    pub area: NodeRef,
    pub wanted: Vec<ThreadEnds>,
    /// Whether each has the name of its run on it.
    pub named: bool,
}

/// A thread with its path in the area, in pixels.
#[derive(Clone, PartialEq)]
struct DrawnThread {
    world: usize,
    way: String,
    ends: [(f64, f64); 2],
    /// Where the name of its run is.
    name: (f64, f64),
}

/// The threads, over the elements that they connect. Words nearby say the same.
#[component]
pub fn Threads(props: &ThreadsProps) -> Html {
    let ThreadsProps { area, wanted, named } = props;
    let threads = use_state_eq(Vec::<DrawnThread>::new);
    let size = use_size(area);
    {
        let (area, threads) = (area.clone(), threads.clone());
        use_effect_with((wanted.clone(), size), move |(wanted, _)| {
            if let Some(area) = area.cast::<Element>() {
                threads.set(wanted.iter().filter_map(|w| measured(&area, w)).collect());
            }
        });
    }
    let drawn = threads.iter().map(|DrawnThread { world, way, ends, name: (x, y) }| {
        let name = char::from(b'A' + (*world % 26) as u8);
        html! {
            <g class={format!("thread w{}", world % 4)} data-testid="thread">
                <path d={way.clone()} />
                { for ends.iter().map(|(x, y)| html! { <circle cx={px(*x)} cy={px(*y)} r="3.5" /> }) }
                if *named {
                    <circle class="name" cx={px(*x)} cy={px(*y)} r="8" />
                    <text x={px(*x)} y={px(*y)}>{ name }</text>
                }
            </g>
        }
    });
    html! { <svg class="threads" aria-hidden="true">{ for drawn }</svg> }
}

fn px(length: f64) -> String {
    format!("{length:.1}")
}

/// The room below a cell that a thread leaves or comes to.
const DROP: [f64; 2] = [4.0, 9.0];
/// How round the corners are.
const ROUND: f64 = 6.0;

/// The path of a thread: down from the remembered cell, to the gap between the two sides, or to the margin
/// where they are stacked, and from below to the cell of the run. So it crosses no words.
fn measured(area: &Element, wanted: &ThreadEnds) -> Option<DrawnThread> {
    let ThreadEnds { known, world, cell } = wanted;
    let place = |selector: &str| {
        let found = area.query_selector(selector).ok().flatten();
        found.map(|element| element.get_bounding_client_rect())
    };
    let from = place(&format!("[data-known=\"{known}\"] [data-cell=\"{cell}\"]"))?;
    let to = place(&format!("[data-world=\"{world}\"] [data-cell=\"{cell}\"]"))?;
    let (frame, left, right) =
        (area.get_bounding_client_rect(), place(".real")?, place(".remembered")?);
    let bottom =
        |r: &DomRect| (r.left() + r.width() / 2.0 - frame.left(), r.bottom() - frame.top());
    let ((ax, ay), (bx, by)) = (bottom(&from), bottom(&to));
    let lane = (world % 4 + 1) as f64;
    let gap = right.left() - left.right();
    let x = match gap > 0.0 {
        true => left.right() - frame.left() + gap * lane / 5.0,
        false => frame.width() + 3.0 * lane,
    };
    let (out, home) = (ay + DROP[0], by + DROP[1]);
    let way = rounded(&[(ax, ay), (ax, out), (x, out), (x, home), (bx, home), (bx, by)]);
    Some(DrawnThread {
        world: *world,
        way,
        ends: [(ax, ay), (bx, by)],
        name: ((bx + x) / 2.0, home),
    })
}

/// A path along these points, with round corners.
fn rounded(points: &[(f64, f64)]) -> String {
    let point = |(x, y): (f64, f64)| format!("{},{}", px(x), px(y));
    // The point that is a corner's radius, or half of the way, from one point towards another.
    let towards = |(x, y): (f64, f64), (to_x, to_y): (f64, f64)| {
        let step = |from: f64, to: f64| from + ((to - from) / 2.0).clamp(-ROUND, ROUND);
        (step(x, to_x), step(y, to_y))
    };
    let corners = points.windows(3).map(|three| {
        let [before, corner, after] = [three[0], three[1], three[2]];
        let (into, out) = (towards(corner, before), towards(corner, after));
        format!(" L{} Q{} {}", point(into), point(corner), point(out))
    });
    let ends = points.first().zip(points.last());
    let corners = corners.collect::<String>();
    ends.map_or(String::new(), |(a, b)| format!("M{}{corners} L{}", point(*a), point(*b)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_are_round_where_there_is_room() {
        let way = rounded(&[(0.0, 0.0), (0.0, 40.0), (4.0, 40.0)]);
        assert_eq!(way, "M0.0,0.0 L0.0,34.0 Q0.0,40.0 2.0,40.0 L4.0,40.0");
    }
}
