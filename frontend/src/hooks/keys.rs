//! Keys that work wherever the keyboard is.

use crate::lecture::Tool;
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

/// An action of the keyboard in a presentation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SlideKey {
    /// Goes so many slides on. To the next one it goes when nothing is covered any more.
    Turn(isize),
    /// Uncovers the next answer.
    Uncover,
    /// Shows the notes for the speaker, or hides them.
    Notes,
    /// Takes a tool, or puts it away.
    Take(Tool),
    /// Takes the last change of the drawing back.
    Undo,
    /// Puts the tool away, if there is one.
    PutAway,
}

/// The action of a key in a presentation, if it has one. Some are those of presenters' remote controls.
pub(super) fn action_of_key(key: &str) -> Option<SlideKey> {
    Some(match key {
        "PageDown" | "ArrowRight" | " " => SlideKey::Turn(1),
        "PageUp" | "ArrowLeft" => SlideKey::Turn(-1),
        "u" | "U" => SlideKey::Uncover,
        "n" | "N" => SlideKey::Notes,
        "p" | "P" => SlideKey::Take(Tool::Pointer),
        "d" | "D" => SlideKey::Take(Tool::Pen),
        "e" | "E" => SlideKey::Take(Tool::Eraser),
        "z" | "Z" => SlideKey::Undo,
        "Escape" => SlideKey::PutAway,
        _ => return None,
    })
}

/// Calls `act` on the keys of a presentation while one is on view.
#[hook]
pub fn use_slide_keys(act: Callback<SlideKey>) {
    use_key_with(pressed_on_slide, act);
}

/// The action of a key that was pressed on a slide. Keys stay with what has the keyboard and needs them itself, and without
/// a tool in the hand Escape stays with the dialog.
fn pressed_on_slide(event: &KeyboardEvent) -> Option<SlideKey> {
    let document = gloo_utils::document();
    let dialog = document.query_selector("dialog.present[open]").ok().flatten()?;
    let key = event.key();
    let taken_by = match &*key {
        " " => "input, button, summary, a",
        _ => "input",
    };
    let is_held = event.ctrl_key() || event.meta_key() || event.alt_key();
    let active = document.active_element();
    if is_held || active.is_some_and(|active| active.matches(taken_by).unwrap_or(false)) {
        return None;
    }
    let has_tool = || dialog.query_selector(TOOL_IN_HAND).ok().flatten().is_some();
    action_of_key(&key).filter(|act| *act != SlideKey::PutAway || has_tool())
}

/// The slide while a tool works on it.
const TOOL_IN_HAND: &str = ".pointing, .drawing, .erasing";

/// Calls `act` on keys that no other listener has handled.
#[hook]
fn use_key(asked: fn(&KeyboardEvent) -> bool, act: Callback<()>) {
    use_key_with(move |key: &KeyboardEvent| asked(key).then_some(()), act);
}

/// Calls `act` with what `read` makes of a key, on keys that no other listener has handled.
#[hook]
fn use_key_with<T: 'static>(
    read: impl Fn(&KeyboardEvent) -> Option<T> + 'static,
    act: Callback<T>,
) {
    use_effect_with(act, move |act| {
        let act = act.clone();
        let options = EventListenerOptions::enable_prevent_default();
        let document = gloo_utils::document();
        let listener =
            EventListener::new_with_options(&document, "keydown", options, move |event| {
                let asked = event.dyn_ref::<KeyboardEvent>().and_then(&read);
                if let Some(asked) = asked.filter(|_| !event.default_prevented()) {
                    event.prevent_default();
                    act.emit(asked);
                }
            });
        move || drop(listener)
    });
}
