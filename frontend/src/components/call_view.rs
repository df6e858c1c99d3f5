//! One call to `insts`: which cells of which array matter, and what that loses.

use super::call_tree::CallTree;
use super::cell_strip::CellStrip;
use super::completeness::CompletenessVerdict;
use super::witness_figure::WitnessFigure;
use crate::formula::{Formula, Setting, predicate, term};
use crate::losses::Search;
use hornbook_core::abstraction::insts::{Call, Case, Instantiation};
use hornbook_core::abstraction::relevant::Cell;
use hornbook_core::abstraction::sigma::{Sigma, Value};
use hornbook_core::horn::Term;
use yew::prelude::*;

/// Properties of [`CallView`].
#[derive(Clone, PartialEq, Properties)]
pub struct CallViewProps {
    /// The call.
    pub call: Call,
    /// The premise's predicate, where there are several.
    pub premise: Option<String>,
    /// What the search for a witness has brought.
    pub search: Search,
}

/// The arrays of a call one after the other, the set that came out, and the verdict.
#[component]
pub fn CallView(props: &CallViewProps) -> Html {
    let CallViewProps { call, premise, search } = props;
    let mut arrays = vec![];
    collect(call, &mut arrays);
    html! {
        <section class="call-view" data-testid="call">
            if let Some(name) = premise {
                <p class="why">{ "Premise " }<span class="f">{ predicate(name) }</span></p>
            }
            if arrays.is_empty() {
                <p>{ "No array is abstracted here: the values stand for themselves." }</p>
            }
            { for arrays.iter().map(|call| array(call)) }
            { set(call, arrays.len()) }
            <CompletenessVerdict completeness={call.completeness.clone()} search={search.clone()} />
            if let Search::Found(picture) = search { <WitnessFigure picture={picture.clone()} /> }
        </section>
    }
}

/// The calls for single cells inside a call.
fn collect<'c>(call: &'c Call, out: &mut Vec<&'c Call>) {
    match &call.case {
        Case::Cell { .. } => out.push(call),
        case => case.calls().into_iter().for_each(|c| collect(c, out)),
    }
}

/// One array: its relevant cells and how they were found.
fn array(call: &Call) -> Html {
    let (Case::Cell { relevant, any, .. }, Value::Leaf(array)) = (&call.case, &call.expr) else {
        return html! {};
    };
    let indices = call.set.iter().filter_map(|i| i.sharp.leaves().first().cloned());
    let indices: Vec<Term> = indices.collect();
    let top = relevant.found.iter().any(|c| matches!(c, Cell::Top(_)));
    html! {
        <>
            <h3>{ "Which cells of " }<Formula term={array.clone()} />{ " matter in this step?" }</h3>
            <CellStrip array={array.clone()} {indices} search={relevant.clone()} any={*any} />
            if top { <p class="why">{ "⊤: perhaps more than these." }</p> }
            <CallTree call={relevant.clone()} />
        </>
    }
}

/// The instantiation set: the cells that the premise is instantiated with.
fn set(call: &Call, arrays: usize) -> Html {
    if arrays == 0 {
        return html! {};
    }
    let last = call.set.len().saturating_sub(1);
    let elements = call.set.iter().enumerate().map(|(i, element)| {
        let comma = if i < last { ", " } else { "" };
        html! { <>{ value(&call.sigma, element) }{ comma }</> }
    });
    html! {
        <div class="set">
            <span class="k">{ format!("Instantiation set, {}", count(call.set.len())) }</span>
            <p class="f" data-testid="instantiation-set">{ "{ " }{ for elements }{ " }" }</p>
        </div>
    }
}

fn count(n: usize) -> String {
    if n == 1 { "1 element".to_owned() } else { format!("{n} elements") }
}

/// The abstract values of one element; what is kept as it is goes without saying.
fn value(sigma: &Sigma, element: &Instantiation) -> Html {
    let mut groups = vec![];
    groups_of(sigma, &element.sharp, &mut groups);
    let last = groups.len().saturating_sub(1);
    let parts = groups.iter().enumerate().map(|(i, leaves)| {
        let setting = Setting::default();
        let semicolon = if i < last { "; " } else { "" };
        let end = leaves.len().saturating_sub(1);
        let leaves = leaves.iter().enumerate().map(|(n, leaf)| {
            let comma = if n < end { ", " } else { "" };
            html! { <>{ term(leaf, &setting) }{ comma }</> }
        });
        html! {
            <><span class="f-cell">{ "(" }{ for leaves }{ ")" }</span>{ semicolon }</>
        }
    });
    html! { <>{ for parts }</> }
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
