//! On a narrow page the panes stand below each other.

use hornbook_records::stages::StageKey;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, ScrollBehavior, ScrollIntoViewOptions, ScrollLogicalPosition};
use yew::prelude::*;

/// As in the style sheets.
const STACKED: &str = "(max-width: 900px)";
/// For those who asked their system for less motion.
const REDUCED: &str = "(prefers-reduced-motion: reduce)";

/// Whether the panes stand below each other.
pub fn stacked() -> bool {
    matches(STACKED)
}

fn matches(query: &str) -> bool {
    let query = gloo_utils::window().match_media(query).ok().flatten();
    query.is_some_and(|query| query.matches())
}

/// Where the panes are stacked, scrolls to the stage; elsewhere it is in view anyway.
pub fn bring_stage_into_view() {
    if let Some(road) = find_element(".pane.road").filter(|_| stacked()) {
        scroll_to(&road);
    }
}

/// Scrolls to the verdict, which stands at the top of its stage.
pub fn bring_verdict_into_view() {
    if let Some(road) = find_element(".pane.road") {
        road.set_scroll_top(0);
    }
    bring_stage_into_view();
}

/// Where the panes are stacked, scrolls to the clause on view whenever another stage shows it: other
/// clauses at the top of the stage may fill the page.
#[hook]
pub fn use_clause_in_view(stage: &StageKey) {
    let drawn = use_mut_ref(|| false);
    use_effect_with(stage.clone(), move |_| {
        let card = find_element(".pane.road .clause.now").filter(|_| stacked());
        if let (true, Some(card)) = (drawn.replace(true), card) {
            scroll_to(&card);
        }
    });
}

/// Where the panes are stacked, scrolls to the clause that was opened with its text, once that is `drawn`:
/// the link is about it.
#[hook]
pub fn use_opened_clause(loads: u32, selected: bool, drawn: bool) {
    let opened = use_mut_ref(|| None::<u32>);
    use_effect_with((loads, drawn), move |(loads, drawn)| {
        let mut opened = opened.borrow_mut();
        // The first view with the text tells whether it came with a clause.
        let waits = *opened != Some(*loads) && selected;
        if !waits || *drawn {
            *opened = Some(*loads);
        }
        if let Some(pane) = find_element(".pane.focus").filter(|_| waits && *drawn && stacked()) {
            scroll_to(&pane);
        }
    });
}

/// Scrolls to a part of a pane when it appears: its button may stand at the pane's foot.
#[hook]
pub fn use_in_view(part: &NodeRef, there: bool) {
    let part = part.clone();
    let before = use_mut_ref(|| there);
    use_effect_with(there, move |&there| {
        let was = before.replace(there);
        if let Some(part) = part.cast::<Element>().filter(|_| there && !was) {
            bring_into_view(&part);
        }
    });
}

/// Scrolls a card of a pane into view. A page in another page that nobody works in scrolls its pane at most.
pub fn bring_into_view(card: &Element) {
    if is_embedded() {
        let active = gloo_utils::document().active_element();
        let worked_in = ".pane:not(.program)";
        let is_used = active.is_some_and(|e| e.closest(worked_in).is_ok_and(|pane| pane.is_some()));
        if is_used || !stacked() {
            scroll_frame(card, ScrollLogicalPosition::Nearest);
        }
        return;
    }
    let options = ScrollIntoViewOptions::new();
    options.set_block(ScrollLogicalPosition::Nearest);
    card.scroll_into_view_with_scroll_into_view_options(&options);
}

/// Scrolls to the pane for details and moves the keyboard there.
pub fn go_to_focus() {
    go_to(find_element(".pane.focus"), "h2");
}

/// Goes back to the clause on view, or to the stage if there is none.
pub fn go_back_from_focus() {
    match find_element(".pane.road .clause.now") {
        Some(clause) => go_to(Some(clause), ".clause-name"),
        None => go_to(find_element(".pane.road"), "button:enabled"),
    }
}

/// Scrolls to a place, and moves the keyboard to a part of it.
fn go_to(place: Option<Element>, part: &str) {
    let Some(place) = place else { return };
    let part = place.query_selector(part).ok().flatten();
    if let Some(part) = part.and_then(|part| part.dyn_into::<HtmlElement>().ok()) {
        // The scrolling is useful even if the keyboard does not follow.
        let _ = part.focus();
    }
    scroll_to(&place);
}

fn find_element(selector: &str) -> Option<Element> {
    gloo_utils::document().query_selector(selector).ok().flatten()
}

/// Scrolls to an element, so that it begins at the top.
pub fn scroll_to(element: &Element) {
    if is_embedded() {
        scroll_frame(element, ScrollLogicalPosition::Start);
        return;
    }
    let options = ScrollIntoViewOptions::new();
    let still = matches(REDUCED);
    options.set_behavior(if still { ScrollBehavior::Instant } else { ScrollBehavior::Smooth });
    element.scroll_into_view_with_scroll_into_view_options(&options);
}

/// Whether this is a page in another page.
fn is_embedded() -> bool {
    find_element("main.embedded").is_some()
}

/// Scrolls an embedded page to one of its elements. A browser that brings something into view scrolls the pages around
/// it, too, so this only sets how far the pane or the page itself is scrolled.
fn scroll_frame(element: &Element, block: ScrollLogicalPosition) {
    let bounds = element.get_bounding_client_rect();
    let pane = element.closest(".embedded .pane").ok().flatten().filter(|_| !stacked());
    let (top, bottom) = match &pane {
        Some(pane) => {
            let around = pane.get_bounding_client_rect();
            (around.top(), around.bottom())
        }
        // The bar of stages stays at the top of the window.
        None => {
            let bar =
                find_element(".stages").map_or(0.0, |bar| bar.get_bounding_client_rect().height());
            (bar, f64::from(gloo_utils::document_element().client_height()))
        }
    };
    let up = bounds.top() - top;
    let by = match block {
        ScrollLogicalPosition::Nearest if up > 0.0 => (bounds.bottom() - bottom).clamp(0.0, up),
        _ => up,
    };
    match pane {
        Some(pane) => pane.set_scroll_top(pane.scroll_top() + by as i32),
        None => gloo_utils::window().scroll_by_with_x_and_y(0.0, by),
    }
}
