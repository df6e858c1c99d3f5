//! Threads from cells that are remembered to where they are in real runs.

use wasm_bindgen::prelude::*;
use web_sys::{DomRect, Element, ResizeObserver};
use yew::prelude::*;

/// A thread that is to be drawn.
#[derive(Clone, PartialEq, Eq)]
pub struct Wanted {
    /// The number of the fact, at `data-known`.
    pub known: usize,
    /// The number of the run, at `data-world`.
    pub world: usize,
    /// The cell, at `data-cell` in both.
    pub cell: String,
}

#[derive(Clone, PartialEq, Properties)]
pub struct ThreadsProps {
    /// What the threads are in; it is the frame of their places.
    pub area: NodeRef,
    /// The threads.
    pub wanted: Vec<Wanted>,
    /// Whether each has the name of its run on it.
    pub named: bool,
}

/// A thread with its way in the area, in pixels.
#[derive(Clone, PartialEq)]
struct Thread {
    world: usize,
    way: String,
    ends: [(f64, f64); 2],
}

/// The threads, over whatever they connect. What they say stands in words as well.
#[component]
pub fn Threads(props: &ThreadsProps) -> Html {
    let ThreadsProps { area, wanted, named } = props;
    let threads = use_state_eq(Vec::<Thread>::new);
    let size = use_size(area);
    {
        let (area, threads) = (area.clone(), threads.clone());
        use_effect_with((wanted.clone(), size), move |(wanted, _)| {
            if let Some(area) = area.cast::<Element>() {
                threads.set(wanted.iter().filter_map(|w| measured(&area, w)).collect());
            }
        });
    }
    let drawn = threads.iter().map(|Thread { world, way, ends: [from, to] }| {
        let middle = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
        let name = char::from(b'A' + (*world % 26) as u8);
        html! {
            <g class={format!("thread w{}", world % 4)} data-testid="thread">
                <path d={way.clone()} />
                { for [from, to].map(|(x, y)| html! { <circle cx={px(*x)} cy={px(*y)} r="3.5" /> }) }
                if *named {
                    <circle class="name" cx={px(middle.0)} cy={px(middle.1)} r="9" />
                    <text x={px(middle.0)} y={px(middle.1)}>{ name }</text>
                }
            </g>
        }
    });
    html! { <svg class="threads" aria-hidden="true">{ for drawn }</svg> }
}

fn px(length: f64) -> String {
    format!("{length:.1}")
}

/// Where a thread goes. Beside the runs it begins at the left of the cell, below them at its top.
fn measured(area: &Element, wanted: &Wanted) -> Option<Thread> {
    let Wanted { known, world, cell } = wanted;
    let place = |within: String| {
        let found = area.query_selector(&format!("{within} [data-cell=\"{cell}\"]")).ok().flatten();
        found.map(|element| element.get_bounding_client_rect())
    };
    let from = place(format!("[data-known=\"{known}\"]"))?;
    let to = place(format!("[data-world=\"{world}\"]"))?;
    let frame = area.get_bounding_client_rect();
    let inside = |x: f64, y: f64| (x - frame.left(), y - frame.top());
    let across = |r: &DomRect| r.left() + r.width() / 2.0;
    let (bx, by) = inside(across(&to), to.bottom());
    let below = from.top() > to.bottom() && from.left() < to.right();
    let (ax, ay) = match below {
        true => inside(across(&from), from.top()),
        false => inside(from.left(), from.top() + from.height() / 2.0),
    };
    let (from_bend, to_bend) = match below {
        true => ((ax, (ay + by) / 2.0), (bx, (ay + by) / 2.0)),
        false => (((ax + bx) / 2.0, ay), (bx, by + 28.0)),
    };
    let point = |(x, y): (f64, f64)| format!("{},{}", px(x), px(y));
    let way = format!(
        "M{} C{} {} {}",
        point((ax, ay)),
        point(from_bend),
        point(to_bend),
        point((bx, by))
    );
    Some(Thread { world: *world, way, ends: [(ax, ay), (bx, by)] })
}

/// A number that changes with the size of an element.
#[hook]
fn use_size(element: &NodeRef) -> (i32, i32) {
    let size = use_state_eq(|| (0, 0));
    {
        let (element, size) = (element.clone(), size.clone());
        use_effect_with((), move |()| {
            let watcher = element.cast::<Element>().and_then(|element| {
                let watched = element.clone();
                let told = Closure::<dyn FnMut()>::new(move || {
                    size.set((watched.client_width(), watched.client_height()));
                });
                let observer = ResizeObserver::new(told.as_ref().unchecked_ref()).ok()?;
                observer.observe(&element);
                Some((observer, told))
            });
            move || {
                if let Some((observer, _told)) = watcher {
                    observer.disconnect();
                }
            }
        });
    }
    *size
}
