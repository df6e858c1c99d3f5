//! Left and right arrow keys take one step, up and down walk through the clauses; Alt with left and right
//! walks through the stages.

use super::help_key::TYPED;
use crate::state::{Action, State};
use gloo_events::{EventListener, EventListenerOptions};
use hornbook_records::stages::StageKey;
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};
use yew::prelude::*;

/// The place of the keyboard focus.
#[derive(Clone, Copy, PartialEq, Eq)]
enum KeyboardFocus {
    /// In the pane of the stage, or on the bar of stages.
    Stage,
    /// Nowhere: the keys keep scrolling the page and going back in history.
    Nowhere,
    /// In another element.
    Elsewhere,
}

/// The meaning of the keys, which depends on the stage on view.
#[derive(Clone, PartialEq)]
struct StageKeys {
    before: StageKey,
    after: StageKey,
    walks_clauses: bool,
}

/// Listens to the keys.
#[hook]
pub fn use_stage_keys(state: &State, dispatch: UseReducerDispatcher<State>) {
    let moved = |steps| state.stages.moved(&state.stage, steps).key.clone();
    let walks_clauses = state.shows().phase().is_some();
    let keys = StageKeys { before: moved(-1), after: moved(1), walks_clauses };
    use_effect_with((keys, dispatch), |(keys, dispatch)| {
        let (keys, dispatch) = (keys.clone(), dispatch.clone());
        let options = EventListenerOptions::enable_prevent_default();
        let document = gloo_utils::document();
        let listener =
            EventListener::new_with_options(&document, "keydown", options, move |event| {
                let key = event.dyn_ref::<KeyboardEvent>().filter(|key| !key.default_prevented());
                if let Some(action) = key.and_then(|key| action(&keys, key)) {
                    event.prevent_default();
                    dispatch.dispatch(action);
                }
            });
        move || drop(listener)
    });
}

fn action(keys: &StageKeys, key: &KeyboardEvent) -> Option<Action> {
    let place = place(key.target().and_then(|t| t.dyn_into().ok()));
    if key.ctrl_key() || key.meta_key() || place == KeyboardFocus::Elsewhere {
        return None;
    }
    let (in_stage, clauses) = (place == KeyboardFocus::Stage, keys.walks_clauses);
    match (key.key().as_str(), key.alt_key()) {
        ("ArrowRight", true) if in_stage => Some(Action::Show(keys.after.clone())),
        ("ArrowLeft", true) if in_stage => Some(Action::Show(keys.before.clone())),
        ("ArrowRight" | "n", false) => Some(Action::Forward),
        ("ArrowLeft" | "p", false) => Some(Action::Back),
        ("ArrowDown", false) if in_stage && clauses => Some(Action::Walk(1)),
        ("ArrowUp", false) if in_stage && clauses => Some(Action::Walk(-1)),
        ("j", false) if clauses => Some(Action::Walk(1)),
        ("k", false) if clauses => Some(Action::Walk(-1)),
        _ => None,
    }
}

fn place(target: Option<Element>) -> KeyboardFocus {
    let within = |element: &Element, what| element.closest(what).ok().flatten().is_some();
    let dialog = gloo_utils::document().query_selector("dialog[open]").ok().flatten();
    match target {
        _ if dialog.is_some() => KeyboardFocus::Elsewhere,
        Some(element) if within(&element, TYPED) => KeyboardFocus::Elsewhere,
        Some(element) if within(&element, ".road, .stages") => KeyboardFocus::Stage,
        Some(element) if element.tag_name() != "BODY" => KeyboardFocus::Elsewhere,
        _ => KeyboardFocus::Nowhere,
    }
}
