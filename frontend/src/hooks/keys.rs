//! Keys that work wherever the keyboard is.

use gloo_events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use web_sys::KeyboardEvent;
use yew::prelude::*;

/// Calls `run` on Ctrl-Enter or Cmd-Enter outside the editor, which has this key itself.
#[hook]
pub fn use_run_key(run: Callback<()>) {
    use_key(|key| key.key() == "Enter" && (key.ctrl_key() || key.meta_key()), run);
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
