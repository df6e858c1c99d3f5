//! The guided tour on the page: a ring around what it points at, and a card beside that.

use super::prose::Prose;
use crate::hooks::{Solver, stacked};
use crate::share::link::Link;
use crate::state::{Action, State};
use crate::tour::{Area, STEPS, SceneAction, SceneProgress, Step, next, place};
use gloo_events::EventListener;
use gloo_timers::callback::{Interval, Timeout};
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, HtmlElement, KeyboardEvent, ScrollIntoViewOptions, ScrollLogicalPosition};
use yew::prelude::*;

/// How often the ring looks where its target is, in milliseconds.
const LOOK_MS: u32 = 150;
/// How often the card looks whether the help has closed, in milliseconds.
const CLOSING_MS: u32 = 10;
/// The size of the card, until it can be measured.
const CARD: (f64, f64) = (352.0, 230.0);
/// The height of the bar of stages above a scroll target, where the panes are stacked.
const BAR: f64 = 64.0;

#[derive(Clone, PartialEq, Properties)]
pub struct TourCardProps {
    /// Which step is on view.
    pub at: usize,
    pub state: Rc<State>,
    pub dispatch: UseReducerDispatcher<State>,
    pub solver: Solver,
    pub go: Callback<Option<usize>>,
}

/// One step. It sets up its scene once; then the page is the student's.
#[component]
pub fn TourCard(props: &TourCardProps) -> Html {
    let TourCardProps { at, go, .. } = props;
    let at = *at;
    let Some(step) = STEPS.get(at) else { return html! {} };
    let arrived = use_scene(props, step);
    let card = use_node_ref();
    let (ring, style) = use_place(&card, at, arrived);
    let heading = use_node_ref();
    {
        let heading = heading.clone();
        use_effect_with(at, move |_| give_keyboard(heading));
    }
    use_escape(go.reform(|()| None));
    let to = |at: Option<usize>| go.reform(move |_: MouseEvent| at);
    let last = at + 1 == STEPS.len();
    html! {
        <>
            if let Some(ring) = ring { <div class="tour-ring" style={ring} aria-hidden="true"></div> }
            <section class="tour-card" ref={card} {style} role="dialog" aria-label="Guided tour" data-testid="tour">
                <p class="tour-count">
                    { format!("Step {} of {}", at + 1, STEPS.len()) }
                    if !arrived { <span class="spinner" aria-hidden="true"></span> }
                </p>
                <div aria-live="polite">
                    <h3 ref={heading} tabindex="-1">{ step.title }</h3>
                    <p><Prose text={step.text} /></p>
                </div>
                <div class="tour-keys">
                    if !last { <button onclick={to(None)} data-testid="tour-skip">{ "Skip" }</button> }
                    <span class="grow"></span>
                    <button onclick={to(at.checked_sub(1))} disabled={at == 0} data-testid="tour-back">{ "Back" }</button>
                    <button class="run" onclick={to((!last).then_some(at + 1))} data-testid="tour-next">
                        { if last { "Done" } else { "Next" } }
                    </button>
                </div>
            </section>
        </>
    }
}

/// Gives the keyboard to the heading of a step; not before the help, where the tour was asked for, has
/// closed and given the keyboard back.
fn give_keyboard(heading: NodeRef) {
    let give = move || {
        let Some(element) = heading.cast::<HtmlElement>() else { return };
        match gloo_utils::document().query_selector("dialog[open]") {
            Ok(Some(_)) => give_keyboard(heading),
            _ => drop(element.focus()),
        }
    };
    Timeout::new(CLOSING_MS, give).forget();
}

/// Brings the page into the scene of a step; says whether it has come there.
#[hook]
fn use_scene(props: &TourCardProps, step: &'static Step) -> bool {
    let reached = use_state(|| None::<usize>);
    let arrived = *reached == Some(props.at);
    let TourCardProps { at, state, dispatch, solver, .. } = props.clone();
    use_effect_with((at, state, arrived), move |(at, state, arrived)| {
        if *arrived {
            return;
        }
        match next(&step.scene, state) {
            SceneProgress::Do(SceneAction::Load(text, options)) => {
                dispatch.dispatch(Action::ShowScene(Box::new(Link::program(&text, *options))));
            }
            SceneProgress::Do(SceneAction::Run) => solver.run.emit(()),
            SceneProgress::Do(SceneAction::Show(stage)) => dispatch.dispatch(Action::Show(stage)),
            SceneProgress::Do(SceneAction::Select(clause)) => {
                dispatch.dispatch(Action::Select(Some(clause)))
            }
            SceneProgress::Wait => {}
            SceneProgress::Arrived => reached.set(Some(*at)),
        }
    });
    arrived
}

/// The places of ring and card as styles. They follow the target wherever it goes.
#[hook]
fn use_place(card: &NodeRef, at: usize, arrived: bool) -> (Option<String>, Option<String>) {
    let area = use_state_eq(|| None::<Area>);
    {
        let area = area.clone();
        use_effect_with((at, arrived), move |&(at, arrived)| {
            let mut brought = false;
            let look = move || {
                let found = STEPS.get(at).and_then(target);
                if let Some(found) = found.as_ref().filter(|_| arrived && !brought) {
                    brought = true;
                    bring_into_view(found);
                }
                area.set(found.map(|found| on_view(&found)));
            };
            let interval = Interval::new(LOOK_MS, look);
            move || drop(interval)
        });
    }
    let Some(target) = *area else { return (None, None) };
    let ring = format!(
        "left:{}px;top:{}px;width:{}px;height:{}px",
        target.x as i32, target.y as i32, target.width as i32, target.height as i32
    );
    let size = card
        .cast::<HtmlElement>()
        .map_or(CARD, |card| (f64::from(card.offset_width()), f64::from(card.offset_height())));
    let (x, y) = place(target, size, window_size());
    (Some(ring), Some(format!("left:{}px;top:{}px", x as i32, y as i32)))
}

fn target(step: &Step) -> Option<Element> {
    let document = gloo_utils::document();
    step.targets.iter().find_map(|selector| document.query_selector(selector).ok().flatten())
}

/// The part of the element that is inside of the window.
fn on_view(element: &Element) -> Area {
    let bounds = element.get_bounding_client_rect();
    let (width, height) = window_size();
    let (x, y) = (bounds.left().max(0.0), bounds.top().max(0.0));
    let (right, bottom) = (bounds.right().min(width), bounds.bottom().min(height));
    Area { x, y, width: (right - x).max(0.0), height: (bottom - y).max(0.0) }
}

fn window_size() -> (f64, f64) {
    let window = gloo_utils::window();
    let number = |value: Result<JsValue, JsValue>| value.ok().and_then(|v| v.as_f64());
    (number(window.inner_width()).unwrap_or(0.0), number(window.inner_height()).unwrap_or(0.0))
}

fn bring_into_view(element: &Element) {
    let options = ScrollIntoViewOptions::new();
    let narrow = stacked();
    let block = if narrow { ScrollLogicalPosition::Start } else { ScrollLogicalPosition::Nearest };
    options.set_block(block);
    element.scroll_into_view_with_scroll_into_view_options(&options);
    if narrow {
        gloo_utils::window().scroll_by_with_x_and_y(0.0, -BAR);
    }
}

/// Where Escape has a meaning of its own: in the program it lets Tab leave, in a field it brings back
/// what was there.
const TYPED: &str = ".cm-editor, input, textarea, select";

/// Escape ends the tour, unless something that lies above it takes the key.
#[hook]
fn use_escape(end: Callback<()>) {
    use_effect_with(end, |end| {
        let end = end.clone();
        let document = gloo_utils::document();
        let listener = EventListener::new(&document, "keydown", move |event| {
            let escape = event.dyn_ref::<KeyboardEvent>().is_some_and(|key| key.key() == "Escape");
            let place = event.target().and_then(|t| t.dyn_into::<Element>().ok());
            let typed = place.is_some_and(|e| e.closest(TYPED).ok().flatten().is_some());
            let covered = gloo_utils::document().query_selector("dialog[open]").ok().flatten();
            if escape && !typed && covered.is_none() && !event.default_prevented() {
                end.emit(());
            }
        });
        move || drop(listener)
    });
}
