//! Back and forward in the browser: what was opened, and the stages, are its places.
//!
//! A place is kept in the browser's history and not in the address. It says which text was opened, and
//! what was on view of it. Going there shows that of the text as it is now: going back to a stage undoes
//! nothing that was written since. A place that the browser made itself, for a link that was followed,
//! is one once the page has looked at it.

use super::links::{is_new_address, note_address};
use crate::share::link::Link;
use crate::state::{Action, State};
use gloo_events::EventListener;
use gloo_timers::callback::Timeout;
use serde::{Deserialize, Serialize};
use wasm_bindgen::JsValue;
use web_sys::History;
use yew::prelude::*;

/// How long nothing must change until the present place is kept as it is. Browsers allow a hundred
/// such changes in half a minute.
const QUIET_MS: u32 = 400;
/// So many texts are known as they are now; of others the places know how they were.
const TEXTS: usize = 20;

/// A place in the browser's history.
#[derive(Serialize, Deserialize)]
struct Place {
    /// Tells what was opened from what was opened before and after.
    opened: u64,
    /// What was on view, as JSON of a link.
    link: String,
}

impl Place {
    fn of(opened: u64, link: &Link) -> Place {
        Place { opened, link: link.to_json() }
    }

    /// The present place, if the page has looked at it.
    fn here() -> Option<Place> {
        let json = history()?.state().ok()?.as_string()?;
        serde_json::from_str(&json).ok()
    }

    fn link(&self) -> Option<Link> {
        Link::from_json(self.link.as_bytes()).ok()
    }

    /// Makes it the present one. A text that is too long for the browser's history cannot be gone back
    /// to. Where a link has just come into the address the page is not there yet.
    fn stay(&self) {
        if is_new_address() {
            return;
        }
        if let Some((history, json)) = history().zip(serde_json::to_string(self).ok()) {
            let _ = history.replace_state(&JsValue::from_str(&json), "");
        }
    }

    /// Puts it after the present one.
    fn go_on(&self) {
        if let Some((history, json)) = history().zip(serde_json::to_string(self).ok()) {
            let _ = history.push_state(&JsValue::from_str(&json), "");
        }
    }
}

fn history() -> Option<History> {
    gloo_utils::window().history().ok()
}

/// Whether the present place is one that the page has looked at.
fn is_visited() -> bool {
    Place::here().is_some()
}

/// What was on view at the present place.
pub fn left_here() -> Option<Link> {
    Place::here()?.link()
}

/// What the page showed.
#[derive(Clone, PartialEq)]
struct Seen {
    link: Link,
    loads: u32,
    visits: u32,
}

/// What is known of the places.
struct Book {
    /// What is open.
    opened: u64,
    /// Texts with their choices as they are now, by what was opened, the newest last.
    now: Vec<(u64, Link)>,
    /// What the page showed last.
    last: Option<Seen>,
}

impl Book {
    fn new() -> Book {
        let opened = Place::here().map_or_else(fresh, |place| place.opened);
        Book { opened, now: vec![], last: None }
    }

    /// What is to be shown at a place.
    fn at(&mut self, place: &Place) -> Option<Link> {
        self.opened = place.opened;
        let there = place.link()?;
        let known = self.now.iter().find(|(opened, _)| *opened == place.opened);
        let Link { stage, selected, compared, solved, .. } = there.clone();
        let work = known.map_or(there, |(_, link)| link.clone());
        Some(Link { stage, selected, compared, solved, ..work })
    }

    /// Takes note of what the page shows, and makes a place for it if it is one. What remains to be done
    /// is to keep the present place as it is.
    fn note(&mut self, seen: &Seen) {
        let before = self.last.replace(seen.clone());
        let before = before.filter(|before| before.visits == seen.visits);
        let other = before
            .as_ref()
            .is_some_and(|before| before.loads != seen.loads && !before.link.same_work(&seen.link));
        let left = self.opened;
        if other {
            self.opened = fresh();
        }
        self.now.retain(|(opened, _)| *opened != self.opened);
        self.now.push((self.opened, seen.link.clone()));
        if self.now.len() > TEXTS {
            self.now.remove(0);
        }
        let place = Place::of(self.opened, &seen.link);
        match before.filter(|before| other || before.link.stage != seen.link.stage) {
            _ if !is_visited() => place.stay(),
            Some(before) => {
                Place::of(left, &before.link).stay();
                place.go_on();
            }
            None => {}
        }
    }
}

/// A number that was not there before.
fn fresh() -> u64 {
    (js_sys::Math::random() * 2_f64.powi(52)) as u64
}

/// On a whole `page`, makes a place in the browser's history for each text that is opened and each stage
/// while they are the student's `own`, and shows what was there when the browser goes back.
#[hook]
pub fn use_history(state: &UseReducerHandle<State>, page: bool, own: bool) {
    let dispatch = state.dispatcher();
    let book = use_mut_ref(Book::new);
    {
        let book = book.clone();
        use_effect_with(page, move |page| {
            let listener = page.then(|| {
                EventListener::new(&gloo_utils::window(), "popstate", move |_| {
                    let link = Place::here().and_then(|place| book.borrow_mut().at(&place));
                    if let Some(link) = link {
                        note_address();
                        dispatch.dispatch(Action::Visit(Box::new(link)));
                    }
                })
            });
            move || drop(listener)
        });
    }
    let seen = Seen { link: Link::of(state), loads: state.loads, visits: state.visits };
    use_effect_with((seen, page && own), move |(seen, own)| {
        let later = own.then(|| {
            book.borrow_mut().note(seen);
            let place = Place::of(book.borrow().opened, &seen.link);
            Timeout::new(QUIET_MS, move || place.stay())
        });
        move || drop(later)
    });
}
