//! Keys that work wherever the keyboard is.

use gloo_events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent};
use yew::prelude::*;

/// Calls `run` on Ctrl-Enter or Cmd-Enter outside the editor, which handles this key itself.
#[hook]
pub fn use_run_key(run: Callback<()>) {
    use_key(|key| key.key() == "Enter" && (key.ctrl_key() || key.meta_key()), run);
}

/// Moves the keyboard to the next pane on F6, to the previous one on Shift-F6. After the last one the
/// browser handles the key.
#[hook]
pub fn use_pane_keys() {
    let (next, before) = (use_memo((), |()| go(1)), use_memo((), |()| go(-1)));
    let asked = |key: &KeyboardEvent| key.key() == "F6" && !key.shift_key() && pane(1).is_some();
    use_key(asked, (*next).clone());
    let asked = |key: &KeyboardEvent| key.key() == "F6" && key.shift_key() && pane(-1).is_some();
    use_key(asked, (*before).clone());
}

/// The element of each pane that gets the keyboard by F6.
const PANES: [(&str, &str); 3] = [
    (".pane.program", ".pane.program .cm-content"),
    (".pane.road", ".pane.road"),
    (".pane.focus", ".pane.focus h2"),
];

/// The element that gets the keyboard, so many panes on. Without a current pane it is that of the first or
/// the last one.
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

/// Turns the pages of a presentation on the keys of presenters' remote controls: to the next or the
/// previous one.
#[hook]
pub fn use_page_keys(turn: Callback<isize>) {
    let (next, before) = (turn.reform(|()| 1), turn.reform(|()| -1));
    use_key(|key| presents() && turned(&key.key()) == Some(1), next);
    use_key(|key| presents() && turned(&key.key()) == Some(-1), before);
}

/// So many pages a key turns in a presentation, if it turns pages.
pub(super) fn turned(key: &str) -> Option<isize> {
    match key {
        "PageDown" | "ArrowRight" => Some(1),
        "PageUp" | "ArrowLeft" => Some(-1),
        _ => None,
    }
}

/// Calls `toggle` on N during a presentation: the notes for the speaker come and go.
#[hook]
pub fn use_notes_key(toggle: Callback<()>) {
    let asked = |key: &KeyboardEvent| {
        let is_plain = !(key.ctrl_key() || key.meta_key() || key.alt_key());
        presents() && is_plain && matches!(&*key.key(), "n" | "N")
    };
    use_key(asked, toggle);
}

/// Whether keys belong to a presentation: one is on view, and no slider of it has the keyboard.
fn presents() -> bool {
    let document = gloo_utils::document();
    let dialog = document.query_selector("dialog.present[open]").ok().flatten();
    let active = document.active_element();
    dialog.is_some() && active.is_none_or(|active| !active.matches("input").unwrap_or(false))
}

/// Calls `act` on keys that no other listener has handled.
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
