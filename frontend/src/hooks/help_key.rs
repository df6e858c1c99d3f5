//! The question mark opens the help, wherever no text is typed.

use gloo_events::EventListener;
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};
use yew::prelude::*;

/// Elements where keys are typed text, and open dialogs.
pub(super) const TYPED: &str = "input, textarea, select, [contenteditable=true], dialog[open]";

/// Calls `help` on a question mark.
#[hook]
pub fn use_help_key(help: Callback<()>) {
    use_effect_with(help, |help| {
        let help = help.clone();
        let document = gloo_utils::document();
        let listener = EventListener::new(&document, "keydown", move |event| {
            let asked = event.dyn_ref::<KeyboardEvent>().is_some_and(|key| key.key() == "?");
            let place = event.target().and_then(|t| t.dyn_into::<Element>().ok());
            let typed = place.is_some_and(|e| e.closest(TYPED).ok().flatten().is_some());
            if asked && !typed {
                help.emit(());
            }
        });
        move || drop(listener)
    });
}
