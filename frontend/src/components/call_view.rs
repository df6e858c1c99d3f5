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
        Case::Finite => {}
        Case::Cell { .. } => out.push(call),
        Case::Tuple { calls } => calls.iter().for_each(|c| collect(c, out)),
        Case::Power { base } => collect(base, out),
    }
}

/// One array: its relevant cells and how they were found.
fn array(call: &Call) -> Html {
    let (Case::Cell { relevant, any }, Value::Leaf(array)) = (&call.case, &call.expr) else {
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

/// The cells of one element; what is kept as it is goes without saying.
fn value(sigma: &Sigma, element: &Instantiation) -> Html {
    let mut cells = vec![];
    cells_of(sigma, &element.sharp, &mut cells);
    let last = cells.len().saturating_sub(1);
    let parts = cells.iter().enumerate().map(|(i, (k, v))| {
        let setting = Setting::default();
        let comma = if i < last { "; " } else { "" };
        html! {
            <><span class="f-cell">{ "(" }{ term(k, &setting) }{ ", " }{ term(v, &setting) }{ ")" }</span>{ comma }</>
        }
    });
    html! { <>{ for parts }</> }
}

fn cells_of(sigma: &Sigma, value: &Value, out: &mut Vec<(Term, Term)>) {
    match (sigma, value) {
        (Sigma::Cell, value) => {
            if let [k, v] = value.leaves().as_slice() {
                out.push((k.clone(), v.clone()));
            }
        }
        (Sigma::Tuple(sigmas), Value::Tuple(values)) => {
            sigmas.iter().zip(values).for_each(|(s, v)| cells_of(s, v, out));
        }
        (Sigma::Power(base, _), Value::Tuple(values)) => {
            values.iter().for_each(|v| cells_of(base, v, out));
        }
        _ => {}
    }
}
