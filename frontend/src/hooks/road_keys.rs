//! Arrow keys to the sides take one step on the road, those up and down walk through the clauses;
//! with Alt, to the sides, through the stages.

use super::help_key::TYPED;
use crate::state::{Action, Stage, State};
use gloo_events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};
use yew::prelude::*;

/// Where the keyboard is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// In the pane of the road, or on the stages.
    Road,
    /// Nowhere: what scrolls the page, or goes back to the page before, keeps doing so.
    Nowhere,
    /// In something else.
    Elsewhere,
}

/// Walks the road by keys, for the stage on view.
#[hook]
pub fn use_road_keys(stage: Stage, dispatch: UseReducerDispatcher<State>) {
    use_effect_with((stage, dispatch), |(stage, dispatch)| {
        let (stage, dispatch) = (*stage, dispatch.clone());
        let options = EventListenerOptions::enable_prevent_default();
        let document = gloo_utils::document();
        let listener =
            EventListener::new_with_options(&document, "keydown", options, move |event| {
                let key = event.dyn_ref::<KeyboardEvent>().filter(|key| !key.default_prevented());
                if let Some(action) = key.and_then(|key| action(stage, key)) {
                    event.prevent_default();
                    dispatch.dispatch(action);
                }
            });
        move || drop(listener)
    });
}

fn action(stage: Stage, key: &KeyboardEvent) -> Option<Action> {
    let place = place(key.target().and_then(|t| t.dyn_into().ok()));
    if key.ctrl_key() || key.meta_key() || place == Place::Elsewhere {
        return None;
    }
    let (in_road, clauses) = (place == Place::Road, walks_clauses(stage));
    match (key.key().as_str(), key.alt_key()) {
        ("ArrowRight", true) if in_road => Some(Action::Show(stage.moved(1))),
        ("ArrowLeft", true) if in_road => Some(Action::Show(stage.moved(-1))),
        ("ArrowRight" | "n", false) => Some(Action::Forward),
        ("ArrowLeft" | "p", false) => Some(Action::Back),
        ("ArrowDown", false) if in_road && clauses => Some(Action::Walk(1)),
        ("ArrowUp", false) if in_road && clauses => Some(Action::Walk(-1)),
        ("j", false) if clauses => Some(Action::Walk(1)),
        ("k", false) if clauses => Some(Action::Walk(-1)),
        _ => None,
    }
}

fn place(target: Option<Element>) -> Place {
    let within = |element: &Element, what| element.closest(what).ok().flatten().is_some();
    let dialog = gloo_utils::document().query_selector("dialog[open]").ok().flatten();
    match target {
        _ if dialog.is_some() => Place::Elsewhere,
        Some(element) if within(&element, TYPED) => Place::Elsewhere,
        Some(element) if within(&element, ".road, .stages") => Place::Road,
        Some(element) if element.tag_name() != "BODY" => Place::Elsewhere,
        _ => Place::Nowhere,
    }
}

fn walks_clauses(stage: Stage) -> bool {
    !matches!(stage, Stage::Program | Stage::Graph | Stage::Solve)
}
