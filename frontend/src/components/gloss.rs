//! A word that explains itself.

use crate::glossary::{Entry, Term};
use gloo_events::{EventListener, EventListenerOptions, EventListenerPhase};
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent, Node};
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct GlossProps {
    pub term: Term,
    /// How it looks; a chip, for example.
    #[prop_or_default]
    pub class: Classes,
    /// The words on the page; the term's own if there are none.
    #[prop_or_default]
    pub children: Html,
}

/// The element that holds an explanation; only one is open at a time.
pub const EXPLANATION: &str = "gloss";
/// How far an explanation stays from the window's edge.
const MARGIN: f64 = 8.0;

/// A word as a button that shows its explanation beside it. Escape, a click elsewhere and scrolling close
/// that again; the keyboard stays on the word.
#[component]
pub fn Gloss(props: &GlossProps) -> Html {
    let place = use_state(|| None::<(String, f64)>);
    let word = use_node_ref();
    let open = place.is_some();
    use_closing(&word, place.as_ref().map(|(_, top)| *top), {
        let place = place.clone();
        Callback::from(move |()| place.set(None))
    });
    let onclick = {
        let (place, word) = (place.clone(), word.clone());
        Callback::from(move |_: MouseEvent| {
            let beside = word.cast::<HtmlElement>().filter(|_| !open);
            place.set(beside.map(|word| (style(&word), word.get_bounding_client_rect().top())));
        })
    };
    let Entry { word: name, .. } = props.term.entry();
    let shown = if props.children == Html::default() {
        html! { { name } }
    } else {
        props.children.clone()
    };
    html! {
        <>
            <button type="button" ref={word} class={classes!("gloss", props.class.clone())} {onclick}
                aria-expanded={open.to_string()} aria-describedby={open.then_some(EXPLANATION)} data-term={name}>{ shown }</button>
            if let Some((style, _)) = &*place { { explanation(props.term, style) } }
        </>
    }
}

#[derive(Clone, PartialEq, Properties)]
pub struct ClassChipProps {
    /// A word of the core's for the class of a clause.
    pub word: String,
}

/// A chip with a word for the class of a clause.
#[component]
pub fn ClassChip(props: &ClassChipProps) -> Html {
    let word = &props.word;
    match Term::for_class(word) {
        Some(term) => html! { <Gloss {term} class="chip">{ word }</Gloss> },
        None => html! { <span class="chip">{ word }</span> },
    }
}

/// Below the word, or above it in the lower half of the window.
fn style(word: &HtmlElement) -> String {
    let bounds = word.get_bounding_client_rect();
    let window = gloo_utils::window();
    let height = window.inner_height().ok().and_then(|v| v.as_f64()).unwrap_or(0.0);
    // The style sheet keeps it inside of the window, as that knows how wide it is.
    let left = bounds.left() as i32;
    if bounds.top() > height / 2.0 {
        format!("--left:{left}px;bottom:{}px", (height - bounds.top() + MARGIN) as i32)
    } else {
        format!("--left:{left}px;top:{}px", (bounds.bottom() + MARGIN) as i32)
    }
}

/// The explanation. Cards clip their content, so it is attached to the element around all panes.
fn explanation(term: Term, style: &str) -> Html {
    let Entry { word, text, source } = term.entry();
    let card = html! {
        <div id={EXPLANATION} class="gloss-card" role="note" style={style.to_owned()} data-testid="gloss">
            <b>{ word }</b>
            <p>{ text }</p>
            <small>{ source }</small>
        </div>
    };
    let main = gloo_utils::document().query_selector("main").ok().flatten();
    create_portal(card, main.unwrap_or_else(|| gloo_utils::body().into()))
}

/// Calls `close` on each event that ends an explanation of a word that was opened at `top`. The browser may
/// report scrolling late, so the word's own movement counts.
#[hook]
fn use_closing(word: &NodeRef, top: Option<f64>, close: Callback<()>) {
    let word = word.clone();
    use_effect_with(top, move |&top| {
        let mut listeners = vec![];
        if let Some(top) = top {
            let document = gloo_utils::document();
            let mut listen = |event: &'static str, ends: fn(&Event, &NodeRef, f64) -> bool| {
                let (word, close) = (word.clone(), close.clone());
                let options =
                    EventListenerOptions { phase: EventListenerPhase::Capture, passive: false };
                let hear = move |event: &Event| {
                    if ends(event, &word, top) {
                        close.emit(());
                    }
                };
                listeners.push(EventListener::new_with_options(&document, event, options, hear));
            };
            listen("pointerdown", |event, word, _| {
                let target = event.target().and_then(|t| t.dyn_into::<Node>().ok());
                let inside = |node: &Node| {
                    let card = gloo_utils::document().get_element_by_id(EXPLANATION);
                    word.get().is_some_and(|word| word.contains(Some(node)))
                        || card.is_some_and(|card| card.contains(Some(node)))
                };
                !target.is_some_and(|node| inside(&node))
            });
            listen("keydown", |event, _, _| {
                let key = event.dyn_ref::<KeyboardEvent>().map(KeyboardEvent::key);
                let escape = key.as_deref() == Some("Escape");
                if escape {
                    // The key acts on nothing below.
                    event.prevent_default();
                }
                escape || key.as_deref() == Some("Tab")
            });
            listen("scroll", |_, word, top| {
                let now = word.cast::<HtmlElement>().map(|w| w.get_bounding_client_rect().top());
                now.is_none_or(|now| (now - top).abs() > MARGIN)
            });
        }
        move || drop(listeners)
    });
}
