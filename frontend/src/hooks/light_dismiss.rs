//! Panels below a button close when the student turns to something else.

use crate::components::EXPLANATION;
use gloo_events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlDetailsElement, HtmlElement, KeyboardEvent, Node};
use yew::prelude::*;

/// Closes an open `details` on a click elsewhere, when the keyboard goes elsewhere, and on Escape; that
/// gives the keyboard back to its button, and the key acts on nothing below.
#[hook]
pub fn use_light_dismiss(details: &NodeRef) {
    let details = details.clone();
    use_effect_with(details, move |details| {
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

/// The explanation of a word, which may be one of the words in an open menu.
fn explanation() -> Option<Element> {
    gloo_utils::document().get_element_by_id(EXPLANATION)
}

fn leave(details: &HtmlDetailsElement, event: &Event) {
    let target = event.target().and_then(|t| t.dyn_into::<Node>().ok());
    let inside = |target: &Node| {
        details.contains(Some(target)) || explanation().is_some_and(|e| e.contains(Some(target)))
    };
    if !target.is_some_and(|target| inside(&target)) {
        details.set_open(false);
    }
}

fn escape(details: &HtmlDetailsElement, event: &Event) {
    let asked = event.dyn_ref::<KeyboardEvent>().is_some_and(|key| key.key() == "Escape");
    // An explanation is closed first.
    if asked && explanation().is_none() {
        event.prevent_default();
        event.stop_propagation();
        details.set_open(false);
        let button = details.query_selector("summary").ok().flatten();
        if let Some(button) = button.and_then(|b| b.dyn_into::<HtmlElement>().ok()) {
            let _ = button.focus();
        }
    }
}
