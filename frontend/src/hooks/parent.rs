//! The page around this one, if it is embedded: it hears events, and may ask the frame to grow with its content.
//!
//! The messages are described in docs/embedding.md. They hold nothing secret, so whoever embeds the page may listen.

use super::size::use_size;
use crate::state::State;
use gloo_events::EventListener;
use js_sys::{Object, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{MessageEvent, Window};
use yew::prelude::*;

/// The version of the form of these messages, by the name that tells them from others.
const MARK: (&str, u32) = ("hornbook", 1);

/// The page around this one, if there is one.
fn parent() -> Option<Window> {
    let here = gloo_utils::window();
    here.parent().ok().flatten().filter(|parent| *parent != here)
}

/// Sends a message with these parts.
fn send(parts: &[(&str, JsValue)]) {
    let Some(parent) = parent() else { return };
    let message = Object::new();
    // A fresh object takes every property.
    let _ = Reflect::set(&message, &MARK.0.into(), &MARK.1.into());
    for (name, value) in parts {
        let _ = Reflect::set(&message, &(*name).into(), value);
    }
    let _ = parent.post_message(&message, "*");
}

/// Tells the page around this one of an event: its name, the exercise that it is about, and its result.
pub fn announce_to_parent(event: &str, about: &str, result: &str) {
    send(&[("event", event.into()), ("about", about.into()), ("result", result.into())]);
}

/// Tells the page around this one that it is ready, each verdict, and the height of an element once it asks for that. Then
/// the page is as high as its content.
#[hook]
pub fn use_parent(state: &State, content: &NodeRef) {
    let grows = use_state_eq(|| false);
    {
        let grows = grows.clone();
        use_effect_with((), move |()| {
            announce_to_parent("ready", "", "");
            let hear = EventListener::new(&gloo_utils::window(), "message", move |event| {
                let Some(message) = event.dyn_ref::<MessageEvent>() else { return };
                let part = |name: &str| Reflect::get(&message.data(), &name.into()).ok();
                let is_ours = part(MARK.0).and_then(|mark| mark.as_f64()) == Some(MARK.1.into());
                if is_ours && part("grow").is_some_and(|grow| grow.is_truthy()) {
                    if let Some(root) = gloo_utils::document().document_element() {
                        // Without the class the page keeps its own height, and scrolls.
                        let _ = root.class_list().add_1("grows");
                    }
                    grows.set(true);
                }
            });
            move || drop(hear)
        });
    }
    let verdict = state.outcome().map(|outcome| outcome.verdict.name());
    let run = state.run.revision;
    use_effect_with((run, verdict), |(_, verdict)| {
        if let Some(verdict) = verdict {
            announce_to_parent("verdict", "", verdict);
        }
    });
    let size = use_size(content);
    use_effect_with((*grows, size), |(grows, (_, height))| {
        if *grows {
            let bars = gloo_utils::document().query_selector("header.bar").ok().flatten();
            let bars = bars.map_or(0, |bar| bar.client_height());
            send(&[("event", "height".into()), ("height", (height + bars + FRAME).into())]);
        }
    });
}

/// Room for the stage bar and borders, in CSS pixels.
const FRAME: i32 = 56;
