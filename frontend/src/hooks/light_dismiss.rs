//! What opens below a button closes when the student turns to something else.

use gloo_events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use web_sys::{HtmlDetailsElement, HtmlElement, KeyboardEvent, Node};
use yew::prelude::*;

/// Closes an open `details` on a click elsewhere, when the keyboard goes elsewhere, and on Escape;
/// that gives the keyboard back to its button, and nothing that lies below takes the key as well.
#[hook]
pub fn use_light_dismiss(details: &NodeRef) {
    let details = details.clone();
    use_effect_with((), move |()| {
        let options = EventListenerOptions {
            phase: gloo_events::EventListenerPhase::Capture,
            passive: false,
        };
        let listen = |name: &'static str, act: fn(&HtmlDetailsElement, &Event)| {
            let details = details.clone();
            let document = gloo_utils::document();
            EventListener::new_with_options(&document, name, options, move |event| {
                if let Some(open) = details.cast::<HtmlDetailsElement>().filter(|d| d.open()) {
                    act(&open, event);
                }
            })
        };
        let listeners =
            [listen("pointerdown", leave), listen("focusin", leave), listen("keydown", escape)];
        move || drop(listeners)
    });
}

fn leave(details: &HtmlDetailsElement, event: &Event) {
    let target = event.target().and_then(|t| t.dyn_into::<Node>().ok());
    if !target.is_some_and(|target| details.contains(Some(&target))) {
        details.set_open(false);
    }
}

fn escape(details: &HtmlDetailsElement, event: &Event) {
    if event.dyn_ref::<KeyboardEvent>().is_some_and(|key| key.key() == "Escape") {
        event.prevent_default();
        event.stop_propagation();
        details.set_open(false);
        let button = details.query_selector("summary").ok().flatten();
        if let Some(button) = button.and_then(|b| b.dyn_into::<HtmlElement>().ok()) {
            let _ = button.focus();
        }
    }
}
