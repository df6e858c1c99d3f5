//! Back and forward in the browser: each opened text and each stage has a history entry.
//!
//! An entry is kept in the browser's history and not in the address. It says which text was opened, and its
//! view. Going there shows that view of the text as it is now: going back to a stage undoes no edit. An
//! entry that the browser made for a followed link is filled in when the page has opened the link.

use super::links::{is_new_address, note_address};
use crate::share::link::Link;
use crate::state::{Action, State};
use gloo_events::EventListener;
use gloo_timers::callback::Timeout;
use serde::{Deserialize, Serialize};
use wasm_bindgen::JsValue;
use web_sys::History;
use yew::prelude::*;

/// How long nothing must change until the present entry is saved. Browsers allow a hundred such changes in
/// half a minute.
const QUIET_MS: u32 = 400;
/// The number of texts that are known as they are now; for others the entries have older versions.
const TEXTS: usize = 20;

/// An entry of the browser's history.
#[derive(Serialize, Deserialize)]
struct HistoryEntry {
    /// A number for the opened text, unique in the history.
    opened: u64,
    /// The view, as JSON of a link.
    link: String,
}

impl HistoryEntry {
    fn from_link(opened: u64, link: &Link) -> HistoryEntry {
        HistoryEntry { opened, link: link.to_json() }
    }

    /// The present entry, if the page has written it.
    fn current() -> Option<HistoryEntry> {
        let json = history()?.state().ok()?.as_string()?;
        serde_json::from_str(&json).ok()
    }

    fn link(&self) -> Option<Link> {
        Link::from_json(self.link.as_bytes()).ok()
    }

    /// Replaces the present entry. A text that is too long for the browser's history cannot be restored
    /// from there. Where a link has just come into the address, the page has not opened it yet.
    fn replace_current(&self) {
        if is_new_address() {
            return;
        }
        if let Some((history, json)) = history().zip(serde_json::to_string(self).ok()) {
            let _ = history.replace_state(&JsValue::from_str(&json), "");
        }
    }

    /// Appends this entry after the present one.
    fn push(&self) {
        if let Some((history, json)) = history().zip(serde_json::to_string(self).ok()) {
            let _ = history.push_state(&JsValue::from_str(&json), "");
        }
    }
}

fn history() -> Option<History> {
    gloo_utils::window().history().ok()
}

/// Whether the page has written the present entry.
fn is_visited() -> bool {
    HistoryEntry::current().is_some()
}

/// The view of the present entry.
pub fn current_view() -> Option<Link> {
    HistoryEntry::current()?.link()
}

/// The view of the page, with its counters.
#[derive(Clone, PartialEq)]
struct ShownView {
    link: Link,
    loads: u32,
    visits: u32,
}

/// The texts behind the history entries.
struct HistoryLog {
    /// The number of the open text.
    opened: u64,
    /// The texts with their choices as they are now, by number, the newest last.
    now: Vec<(u64, Link)>,
    /// The last view of the page.
    last: Option<ShownView>,
}

impl HistoryLog {
    fn new() -> HistoryLog {
        let opened = HistoryEntry::current().map_or_else(fresh, |place| place.opened);
        HistoryLog { opened, now: vec![], last: None }
    }

    /// The view to restore at an entry.
    fn restore_view(&mut self, place: &HistoryEntry) -> Option<Link> {
        self.opened = place.opened;
        let there = place.link()?;
        let known = self.now.iter().find(|(opened, _)| *opened == place.opened);
        let Link { stage, selected, compared, solved, .. } = there.clone();
        let work = known.map_or(there, |(_, link)| link.clone());
        Some(Link { stage, selected, compared, solved, ..work })
    }

    /// Notes the view of the page, and adds an entry for a new text or stage. Saving the present entry is
    /// left to the caller.
    fn note(&mut self, seen: &ShownView) {
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
        let place = HistoryEntry::from_link(self.opened, &seen.link);
        match before.filter(|before| other || before.link.stage != seen.link.stage) {
            _ if !is_visited() => place.replace_current(),
            Some(before) => {
                HistoryEntry::from_link(left, &before.link).replace_current();
                place.push();
            }
            None => {}
        }
    }
}

/// A new random number for a text.
fn fresh() -> u64 {
    (js_sys::Math::random() * 2_f64.powi(52)) as u64
}

/// On a whole `page`, adds a history entry for each text that is opened and each stage while they are the
/// student's `own`, and restores the view when the browser goes back.
#[hook]
pub fn use_history(state: &UseReducerHandle<State>, page: bool, own: bool) {
    let dispatch = state.dispatcher();
    let book = use_mut_ref(HistoryLog::new);
    {
        let book = book.clone();
        use_effect_with(page, move |page| {
            let listener = page.then(|| {
                EventListener::new(&gloo_utils::window(), "popstate", move |_| {
                    let link = HistoryEntry::current()
                        .and_then(|place| book.borrow_mut().restore_view(&place));
                    if let Some(link) = link {
                        note_address();
                        dispatch.dispatch(Action::Visit(Box::new(link)));
                    }
                })
            });
            move || drop(listener)
        });
    }
    let seen =
        ShownView { link: Link::from_state(state), loads: state.loads, visits: state.visits };
    use_effect_with((seen, page && own), move |(seen, own)| {
        let later = own.then(|| {
            book.borrow_mut().note(seen);
            let place = HistoryEntry::from_link(book.borrow().opened, &seen.link);
            Timeout::new(QUIET_MS, move || place.replace_current())
        });
        move || drop(later)
    });
}
