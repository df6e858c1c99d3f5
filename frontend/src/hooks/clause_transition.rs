//! Animates a step of a clause: its parts move from their places before the step. So one sees a premise for
//! all cells become its instances for a few.

use wasm_bindgen::JsCast;
use web_sys::{DomRect, Element, HtmlElement};
use yew::prelude::*;

/// The clause before the step on view.
const BEFORE: &str = ".step.now > .before > .f-clause";
/// The clause after it. The last step ends with the clause of the stage, which follows the list.
const AFTER: &str = ".step.now > .after > .f-clause";
/// The CSS class of moving parts.
const COMES: &str = "comes";

/// Whenever another `step` of the list is on view, moves the parts of its result from their places before
/// the step. The style sheets say how long that takes, and for whom nothing moves.
#[hook]
pub fn use_clause_transition<T: PartialEq + 'static>(list: &NodeRef, step: T) {
    let list = list.clone();
    use_effect_with(step, move |_| {
        if let Some((before, after)) = list.cast().as_ref().and_then(clauses) {
            become_next(&ClauseParts::measure(&before), &ClauseParts::measure(&after));
        }
    });
}

/// The clauses before and after the step on view; texts and formulas have no parts that could move.
fn clauses(list: &Element) -> Option<(Element, Element)> {
    let [before, after] =
        [BEFORE, AFTER].map(|selector| list.query_selector(selector).ok().flatten());
    let of_stage = || list.next_element_sibling().filter(|e| e.class_list().contains("f-clause"));
    Some((before?, after.or_else(of_stage)?))
}

/// The parts of a clause as it is drawn, with their places.
struct ClauseParts {
    premises: Vec<(HtmlElement, DomRect)>,
    goal: Vec<(HtmlElement, DomRect)>,
}

impl ClauseParts {
    fn measure(clause: &Element) -> ClauseParts {
        let [premises, goal] = [".f-part", ".f-goal"].map(|selector| elements(clause, selector));
        // A part that still moves is measured at its final place.
        for part in premises.iter().chain(&goal) {
            let _ = part.class_list().remove_1(COMES);
        }
        let placed = |part: HtmlElement| {
            let place = part.get_bounding_client_rect();
            (part, place)
        };
        ClauseParts {
            premises: premises.into_iter().map(placed).collect(),
            goal: goal.into_iter().map(placed).collect(),
        }
    }
}

fn elements(clause: &Element, selector: &str) -> Vec<HtmlElement> {
    let Ok(found) = clause.query_selector_all(selector) else { return vec![] };
    let nodes = (0..found.length()).filter_map(|n| found.get(n));
    nodes.filter_map(|node| node.dyn_into().ok()).collect()
}

/// Moves each kept part from its own place, in order, and new parts from the place of the first removed
/// one.
fn become_next(before: &ClauseParts, after: &ClauseParts) {
    for (from, to) in [(&before.premises, &after.premises), (&before.goal, &after.goal)] {
        let gone = from.iter().find(|(part, _)| is_changed(part));
        let mut kept = from.iter().filter(|(part, _)| !is_changed(part));
        for (part, place) in to {
            let origin = if is_changed(part) { gone } else { kept.next() };
            if let Some((_, origin)) = origin {
                animate_move(part, origin, place);
            }
        }
    }
}

/// Whether a part is not the same before and after the step.
fn is_changed(part: &HtmlElement) -> bool {
    let classes = part.class_list();
    classes.contains("f-fresh") || classes.contains("f-changed")
}

fn animate_move(part: &HtmlElement, from: &DomRect, to: &DomRect) {
    let style = part.style();
    for (name, way) in [("--x", from.x() - to.x()), ("--y", from.y() - to.y())] {
        let _ = style.set_property(name, &format!("{way}px"));
    }
    let _ = part.class_list().add_1(COMES);
}
