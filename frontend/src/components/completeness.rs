//! The two parts of a completeness verdict, which are never mixed up.

use crate::formula::Formula;
use hornbook_core::abstraction::completeness::{Completeness, Criterion, Truth};
use hornbook_core::abstraction::relevant::TopReason;
use yew::prelude::*;

/// Properties of [`CompletenessChips`] and [`CompletenessVerdict`].
#[derive(Clone, PartialEq, Properties)]
pub struct CompletenessProps {
    /// The verdict.
    pub completeness: Completeness,
}

/// Both parts as two chips.
#[component]
pub fn CompletenessChips(props: &CompletenessProps) -> Html {
    let (criterion, criterion_class) = match &props.completeness.criterion {
        Criterion::TopFree => ("⊤-free", "ok"),
        Criterion::TopReached(_) => ("⊤ reached", "weak"),
    };
    let (truth, truth_class) = match &props.completeness.truth {
        Truth::Complete(condition) => (format!("complete · {condition:?}"), "ok"),
        Truth::Open => ("open".to_owned(), "weak"),
    };
    html! {
        <span class="chips">
            <span class={classes!("chip", criterion_class)} title="The thesis's criterion">{ criterion }</span>
            <span class={classes!("chip", truth_class)} title="What is true">{ truth }</span>
        </span>
    }
}

/// Both parts with their reasons.
#[component]
pub fn CompletenessVerdict(props: &CompletenessProps) -> Html {
    let Completeness { criterion, truth } = &props.completeness;
    html! {
        <div class="two" data-testid="completeness">
            { criterion_box(criterion) }
            { truth_box(truth) }
        </div>
    }
}

fn criterion_box(criterion: &Criterion) -> Html {
    let (class, text) = match criterion {
        Criterion::TopFree => (
            "ok",
            html! { <><b>{ "⊤-free: " }</b>{ "every use of the arrays was understood." }</> },
        ),
        Criterion::TopReached(top) => {
            let why = match top.reason {
                TopReason::WholeArray => "the whole array is used, and any of its cells may matter",
                TopReason::BoundIndex => {
                    "the index is quantified, and any number of cells may matter"
                }
            };
            (
                "weak",
                html! { <><b>{ "⊤ reached " }</b>{ "at " }<Formula term={top.at.clone()} />{ ": " }{ why }{ "." }</> },
            )
        }
    };
    html! { <div {class}><span class="k">{ "The thesis's criterion" }</span>{ text }</div> }
}

fn truth_box(truth: &Truth) -> Html {
    let (class, text) = match truth {
        Truth::Complete(condition) => {
            ("ok", html! { <><b>{ "Complete. " }</b>{ condition.describe() }{ "." }</> })
        }
        Truth::Open => (
            "weak",
            html! { <><b>{ "Open. " }</b>{ "No proof and no counterexample is known; something may be lost here." }</> },
        ),
    };
    html! { <div {class}><span class="k">{ "What is true" }</span>{ text }</div> }
}
