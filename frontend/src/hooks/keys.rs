//! Keys that work wherever the keyboard is.

use gloo_events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent};
use yew::prelude::*;

/// Calls `run` on Ctrl-Enter or Cmd-Enter outside the editor, which has this key itself.
#[hook]
pub fn use_run_key(run: Callback<()>) {
    use_key(|key| key.key() == "Enter" && (key.ctrl_key() || key.meta_key()), run);
}

/// Moves the keyboard to the next pane on F6, to the one before on Shift-F6. Behind the last one the key
/// is the browser's, which has other places to go to.
#[hook]
pub fn use_pane_keys() {
    let (next, before) = (use_memo((), |()| go(1)), use_memo((), |()| go(-1)));
    let asked = |key: &KeyboardEvent| key.key() == "F6" && !key.shift_key() && pane(1).is_some();
    use_key(asked, (*next).clone());
    let asked = |key: &KeyboardEvent| key.key() == "F6" && key.shift_key() && pane(-1).is_some();
    use_key(asked, (*before).clone());
}

/// What has the keyboard in each pane that it comes to by F6.
const PANES: [(&str, &str); 3] = [
    (".pane.program", ".pane.program .cm-content"),
    (".pane.road", ".pane.road"),
    (".pane.focus", ".pane.focus h2"),
];

/// Where the keyboard goes, so many panes on. From nowhere it goes to the first or the last one.
fn pane(steps: isize) -> Option<HtmlElement> {
    let document = gloo_utils::document();
    let active = document.active_element()?;
    let here = PANES.iter().position(|(pane, _)| active.closest(pane).ok().flatten().is_some());
    let start = if steps > 0 { -1 } else { PANES.len() as isize };
    let next = here.map_or(start, |n| n as isize) + steps;
    let (_, target) = PANES.get(usize::try_from(next).ok()?)?;
    document.query_selector(target).ok()??.dyn_into().ok()
}

fn go(steps: isize) -> Callback<()> {
    Callback::from(move |()| {
        if let Some(element) = pane(steps) {
            let _ = element.focus();
        }
    })
}

/// Calls `format` on Shift-Alt-F, whatever letter the keyboard makes of that, unless a dialog hides
/// the program.
#[hook]
pub fn use_format_key(format: Callback<()>) {
    let asked = |key: &KeyboardEvent| {
        let dialog = gloo_utils::document().query_selector("dialog[open]").ok().flatten();
        key.code() == "KeyF" && key.shift_key() && key.alt_key() && dialog.is_none()
    };
    use_key(asked, format);
}

/// Turns the pages of a presentation, as presenters' remote controls ask for it: to the next one, or
/// the one before.
#[hook]
pub fn use_page_keys(turn: Callback<isize>) {
    let (next, before) = (turn.reform(|()| 1), turn.reform(|()| -1));
    use_key(|key| presents() && matches!(&*key.key(), "PageDown" | "ArrowRight"), next);
    use_key(|key| presents() && matches!(&*key.key(), "PageUp" | "ArrowLeft"), before);
}

fn presents() -> bool {
    let dialog = gloo_utils::document().query_selector("dialog.present[open]");
    dialog.ok().flatten().is_some()
}

/// Calls `act` on keys that nobody else has taken.
#[hook]
fn use_key(asked: fn(&KeyboardEvent) -> bool, act: Callback<()>) {
    use_effect_with(act, move |act| {
        let act = act.clone();
        let options = EventListenerOptions::enable_prevent_default();
        let document = gloo_utils::document();
        let listener =
            EventListener::new_with_options(&document, "keydown", options, move |event| {
                let key = event.dyn_ref::<KeyboardEvent>().filter(|key| asked(key));
                if key.is_some() && !event.default_prevented() {
                    event.prevent_default();
                    act.emit(());
                }
            });
        move || drop(listener)
    });
}
