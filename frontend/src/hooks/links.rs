//! Links in the address.

use super::history;
use super::memory::{as_on_view, first, own_work};
use super::site_file::site_file;
use super::storage::{remember_by_tab, remembered_by_tab};
use crate::share::codec::{self, CourseSource, PageMode};
use crate::share::link::Link;
use crate::share::start::{self, Opening, Start};
use crate::share::undo::UndoStack;
use crate::state::{Action, State};
use gloo_events::EventListener;
use hornbook_protocol::Options;
use std::cell::RefCell;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{HashChangeEvent, PerformanceNavigation};
use yew::prelude::*;

/// The storage key of the hash that this tab has opened. When the page is reloaded with this hash, the
/// student's edits since then stay.
const OPENED: &str = "hornbook.opened";

thread_local! {
    /// The hash that the page has opened. The address changes some time before the browser reports it, and
    /// timers may run in between.
    static DEALT_WITH: RefCell<String> = const { RefCell::new(String::new()) };
}

fn hash() -> String {
    gloo_utils::window().location().hash().unwrap_or_default()
}

/// Whether the address has a hash that the page has not opened yet.
pub fn is_new_address() -> bool {
    DEALT_WITH.with_borrow(|known| *known != hash())
}

/// Whether the page was reloaded, or come back to.
fn come_back() -> bool {
    navigated(PerformanceNavigation::TYPE_RELOAD)
        || navigated(PerformanceNavigation::TYPE_BACK_FORWARD)
}

/// Whether the page was reached by this kind of navigation.
fn navigated(way: u16) -> bool {
    let kind = gloo_utils::window().performance().map(|p| p.navigation().type_());
    kind == Some(way)
}

/// The mode that the address asks for, and the text that the page opens with.
pub fn opening() -> (PageMode, Start) {
    let hash = hash();
    DEALT_WITH.set(hash.clone());
    let view = PageMode::from_hash(&hash);
    let again = come_back() && remembered_by_tab(OPENED).as_ref() == Some(&hash);
    let visit = if view == PageMode::Page {
        remember_by_tab(OPENED, &hash);
        let (own, mut undo) = own_work();
        let own = if come_back() { own.map(as_on_view) } else { own };
        // Coming back from another site restores this page's view, not the newer work of other tabs.
        let left =
            history::current_view().filter(|_| navigated(PerformanceNavigation::TYPE_BACK_FORWARD));
        if let (Some(left), Some(own)) = (&left, &own)
            && !own.same_work(left)
        {
            undo.push("The browser has gone back to another text.", own.clone());
        }
        let again = again || left.is_some();
        Opening { hash, again, own: left.or(own), undo, first: first() }
    } else {
        let nothing = Link::program("", Options::default());
        Opening { hash, again: false, own: None, undo: UndoStack::default(), first: nothing }
    };
    (view, Start::for_opening(visit))
}

/// Opens a course in the place of this page, which keeps its work.
pub fn open_course(markdown: &str) {
    let location = gloo_utils::window().location();
    let _ = location.set_hash(&codec::encode_course(markdown)).and_then(|()| location.reload());
}

/// The Markdown of the course of the address.
///
/// # Errors
/// A sentence that says why there is none.
pub async fn course_of_address() -> Result<String, String> {
    match codec::decode_course(&hash()).map_err(|error| error.to_string())? {
        CourseSource::Text(markdown) => Ok(markdown),
        CourseSource::File(path) => {
            let text = site_file(&path).await;
            text.ok_or_else(|| format!("The file {path} could not be loaded from this site."))
        }
    }
}

/// The lesson of the address; none if it names none.
pub fn lesson_of_address() -> Option<String> {
    codec::lesson_in(&hash())
}

/// Has the address hold a course as students may have it: whoever opens a file of their own has its hidden parts in the
/// address until then.
pub fn show_published(markdown: &str) {
    let Ok(CourseSource::Text(opened)) = codec::decode_course(&hash()) else { return };
    if opened == markdown {
        return;
    }
    let lesson = lesson_of_address();
    let address = codec::with_lesson(&codec::encode_course(markdown), lesson.as_deref());
    if let Ok(history) = gloo_utils::window().history() {
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&address));
    }
}

/// A link to a lesson of the course of the address, or to its first page.
pub fn lesson_link(lesson: Option<&str>) -> String {
    codec::with_lesson(&hash(), lesson)
}

/// Goes to a lesson of the course of the address, or to its first page.
pub fn go_to_lesson(lesson: Option<&str>) {
    let _ = gloo_utils::window().location().set_hash(&codec::with_lesson(&hash(), lesson));
}

/// Notes that the page has handled the present address.
pub fn note_address() {
    let hash = hash();
    remember_by_tab(OPENED, &hash);
    DEALT_WITH.set(hash);
}

/// Opens each link that comes into the address while the page is open.
#[hook]
pub fn use_links(dispatch: UseReducerDispatcher<State>, view: PageMode) {
    use_effect_with((), move |()| {
        let window = gloo_utils::window();
        let listener = {
            let dispatch = dispatch.clone();
            EventListener::new(&window, "hashchange", move |event| {
                let old = event.dyn_ref::<HashChangeEvent>().map(|change| change.old_url());
                arrived(&dispatch, view, &old.unwrap_or_default());
            })
        };
        // Nobody has heard of a link that came since the page has read the address.
        arrived(&dispatch, view, "");
        move || drop(listener)
    });
}

fn arrived(dispatch: &UseReducerDispatcher<State>, view: PageMode, old: &str) {
    // At a history entry with a view, that view is restored already.
    if !is_new_address() {
        return;
    }
    let hash = hash();
    let course = |hash: &str| codec::split_lesson(hash).0.to_owned();
    if view == PageMode::Course && DEALT_WITH.with_borrow(|known| course(known) == course(&hash)) {
        // Another lesson of the same course.
        note_address();
        return;
    }
    if view == PageMode::Course || PageMode::from_hash(&hash) == PageMode::Course {
        let _ = gloo_utils::window().location().reload();
        return;
    }
    if matches!(codec::decode(&hash), Ok(None)) {
        let left = old.find('#').and_then(|at| start::read(&old[at..]));
        if let (true, PageMode::Page, Some(Ok(link))) = (hash.is_empty(), view, left) {
            // As after Back: restore the work from before the link.
            dispatch.dispatch(Action::Leave(Box::new(link)));
        }
        note_address();
        return;
    }
    if PageMode::from_hash(&hash) != view {
        // Another mode of the page: how work is kept is decided at load.
        let _ = gloo_utils::window().location().reload();
        return;
    }
    note_address();
    match start::read(&hash) {
        Some(Ok(link)) => {
            dispatch.dispatch(Action::Replace(Box::new(link), start::OPENED_LINK.to_owned()));
        }
        Some(Err(reason)) => {
            // An embedded page shows the author's choices.
            let kept = if view == PageMode::Page { start::STILL_HERE } else { "" };
            dispatch.dispatch(Action::SetNotice(Some(reason + kept)));
        }
        None => {}
    }
}

/// The page's address, with whatever hash it has now.
pub fn page_address() -> String {
    gloo_utils::window().location().href().unwrap_or_default()
}

/// Puts a hash, or a path without one, into the address bar. The page goes on as it is.
pub fn show_in_address(address: &str) {
    if let Ok(history) = gloo_utils::window().history() {
        // Some browsers refuse frequent changes of the address; the link was copied all the same.
        let kept = history.state().unwrap_or(JsValue::NULL);
        let _ = history.replace_state_with_url(&kept, "", Some(address));
    }
    note_address();
}

/// Removes a link from the address once `work` differs from it: whoever copies the address would share
/// something else than the page shows. A link that has just come is about other work, and is still to be opened.
pub fn leave_link(work: &Link) {
    if is_new_address() {
        return;
    }
    let left = matches!(start::read(&hash()), Some(Ok(link)) if !link.same_work(work));
    let location = gloo_utils::window().location();
    if let (true, Ok(path), Ok(search)) = (left, location.pathname(), location.search()) {
        show_in_address(&format!("{path}{search}"));
    }
}
