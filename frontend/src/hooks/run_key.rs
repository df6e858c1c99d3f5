//! Ctrl-Enter runs, wherever the keyboard is.

use gloo_events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use web_sys::KeyboardEvent;
use yew::prelude::*;

/// Calls `run` on Ctrl-Enter or Cmd-Enter outside the editor, which has this key itself.
#[hook]
pub fn use_run_key(run: Callback<()>) {
    use_effect_with(run, |run| {
        let run = run.clone();
        let options = EventListenerOptions::enable_prevent_default();
        let document = gloo_utils::document();
        let listener =
            EventListener::new_with_options(&document, "keydown", options, move |event| {
                let Some(key) = event.dyn_ref::<KeyboardEvent>() else {
                    return;
                };
                let asked = key.key() == "Enter" && (key.ctrl_key() || key.meta_key());
                if asked && !event.default_prevented() {
                    event.prevent_default();
                    run.emit(());
                }
            });
        move || drop(listener)
    });
}
