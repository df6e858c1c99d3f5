//! Instantiation sets: the abstract values that a premise is instantiated with.

use crate::formula::{Setting, list};
use hornbook_abstraction::insts::Instantiation;
use hornbook_abstraction::sigma::{Sigma, Value};
use hornbook_horn::Term;
use yew::prelude::*;

/// The set in braces.
pub fn instantiations(sigma: &Sigma, set: &[Instantiation]) -> Html {
    let last = set.len().saturating_sub(1);
    let elements = set.iter().enumerate().map(|(i, element)| {
        let comma = if i < last { ", " } else { "" };
        html! { <>{ value(sigma, element) }{ comma }</> }
    });
    html! { <>{ "{ " }{ for elements }{ " }" }</> }
}

/// Whether anything but the values themselves is in such a set.
pub fn is_abstracted(sigma: &Sigma) -> bool {
    match sigma {
        Sigma::Id => false,
        Sigma::Tuple(parts) => parts.iter().any(is_abstracted),
        _ => true,
    }
}

/// The abstract values of one element, several in brackets; unabstracted values are left out.
fn value(sigma: &Sigma, element: &Instantiation) -> Html {
    let mut groups = vec![];
    groups_of(sigma, &element.sharp, &mut groups);
    let last = groups.len().saturating_sub(1);
    let parts = groups.iter().enumerate().map(|(i, leaves)| {
        let comma = if i < last { ", " } else { "" };
        html! {
            <><span class="f-cell">{ "(" }{ list(leaves, &Setting::default()) }{ ")" }</span>{ comma }</>
        }
    });
    let [open, close] = if last > 0 { ["(", ")"] } else { ["", ""] };
    html! { <>{ open }{ for parts }{ close }</> }
}

/// The leaves of an abstract value, those of one cell or of one formula together.
fn groups_of(sigma: &Sigma, value: &Value, out: &mut Vec<Vec<Term>>) {
    match (sigma, value) {
        (Sigma::Id, _) => {}
        (Sigma::Tuple(sigmas) | Sigma::Product(sigmas), Value::Tuple(values)) => {
            sigmas.iter().zip(values).for_each(|(s, v)| groups_of(s, v, out));
        }
        (Sigma::Power(base, _) | Sigma::Ordered(base, _), Value::Tuple(values)) => {
            values.iter().for_each(|v| groups_of(base, v, out));
        }
        _ => {
            let leaves = value.leaves();
            if !leaves.is_empty() {
                out.push(leaves);
            }
        }
    }
}
