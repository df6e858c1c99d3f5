//! Back and forward in the browser: what was opened, and the stages, are its places.
//!
//! Each place holds a link, in the browser's history and not in the address: going there shows what
//! the link holds. A place that the browser made itself, for a link that was followed, has none until
//! the page looks at it.

use crate::share::link::Link;
use crate::state::{Action, State};
use gloo_events::EventListener;
use gloo_timers::callback::Timeout;
use wasm_bindgen::JsValue;
use web_sys::History;
use yew::prelude::*;

/// How long nothing must change until the present place is kept as it is. Browsers allow a hundred
/// such changes in half a minute.
const QUIET_MS: u32 = 400;

fn history() -> Option<History> {
    gloo_utils::window().history().ok()
}

/// The link of the present place.
fn here() -> Option<Link> {
    let json = history()?.state().ok()?.as_string()?;
    Link::from_json(json.as_bytes()).ok()
}

/// Whether the present place is one that the page has looked at.
pub fn is_visited() -> bool {
    here().is_some()
}

/// Makes a link that of the present place. A text that is too long for the browser's history cannot
/// be gone back to.
fn stay(link: &Link) {
    if let Some(history) = history() {
        let _ = history.replace_state(&JsValue::from_str(&link.to_json()), "");
    }
}

/// A new place after the present one.
fn go_on(link: &Link) {
    if let Some(history) = history() {
        let _ = history.push_state(&JsValue::from_str(&link.to_json()), "");
    }
}

/// What the page showed.
#[derive(Clone, PartialEq)]
struct Seen {
    link: Link,
    loads: u32,
    visits: u32,
}

impl Seen {
    /// Whether the student has gone from there to another place, and not the browser.
    fn is_elsewhere(&self, before: &Seen) -> bool {
        let moved = self.loads != before.loads || self.link.stage != before.link.stage;
        moved && self.visits == before.visits
    }
}

/// Makes a place in the browser's history for each text that is opened and each stage, if the page is
/// the student's `own`, and shows what was there when the browser goes back.
#[hook]
pub fn use_history(state: &UseReducerHandle<State>, own: bool) {
    let dispatch = state.dispatcher();
    use_effect_with(own, move |own| {
        let listener = own.then(|| {
            EventListener::new(&gloo_utils::window(), "popstate", move |_| {
                if let Some(link) = here() {
                    dispatch.dispatch(Action::Visit(Box::new(link)));
                }
            })
        });
        move || drop(listener)
    });
    let last = use_mut_ref(|| None::<Seen>);
    let now = Seen { link: Link::of(state), loads: state.loads, visits: state.visits };
    use_effect_with((now, own), move |(now, own)| {
        let before = last.replace(own.then(|| now.clone()));
        let link = now.link.clone();
        let mut later = None;
        match before.filter(|before| now.is_elsewhere(before)) {
            _ if !own => {}
            _ if !is_visited() => stay(&link),
            Some(before) => {
                stay(&before.link);
                go_on(&link);
            }
            None => later = Some(Timeout::new(QUIET_MS, move || stay(&link))),
        }
        move || drop(later)
    });
}
