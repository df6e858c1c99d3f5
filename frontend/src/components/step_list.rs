//! What a stage did to a clause, rule by rule.

use crate::formula::{ClauseFormula, Setting};
use crate::records::Shared;
use hornbook_core::abstraction::sigma::Abstraction;
use hornbook_core::explain::{ClauseStory, Side, Stage, Step};
use hornbook_core::horn::System;
use std::rc::Rc;
use yew::prelude::*;

/// Properties of [`StepList`].
#[derive(Clone, PartialEq, Properties)]
pub struct StepListProps {
    /// What happened to the clause.
    pub story: Shared<ClauseStory>,
    /// The stage whose steps are shown.
    pub stage: Stage,
    /// Names of the predicates before abstraction.
    pub concrete: Rc<System>,
    /// Names of the predicates after it.
    pub system: Rc<System>,
    /// The abstraction of the predicates.
    pub abstraction: Rc<Abstraction>,
}

/// The clause before, then each step with what it changed. The last step's result is the clause
/// of the stage, which the card shows below.
#[component]
pub fn StepList(props: &StepListProps) -> Html {
    let steps: Vec<&Step> = props.story.steps.iter().filter(|s| s.stage == props.stage).collect();
    let Some(first) = steps.first() else {
        return html! { <p class="why">{ "This stage leaves the clause as it is." }</p> };
    };
    let last = steps.len() - 1;
    let items = steps.iter().enumerate().map(|(i, step)| {
        html! {
            <li class="step">
                <div class="step-text">
                    <p>{ &step.sentence }
                        if step.may_lose { <span class="chip weak">{ "may lose" }</span> }
                    </p>
                    <p class="why">{ source(step) }</p>
                </div>
                if i < last { { result(props, step) } }
            </li>
        }
    });
    html! {
        <div class="story">
            <div class="before">{ before(props, first) }</div>
            <ol class="steps" data-testid="steps">{ for items }</ol>
        </div>
    }
}

/// The rule's name and where it comes from.
fn source(step: &Step) -> String {
    let rule = spaced(&step.rule);
    match step.paper.as_str() {
        "" => rule,
        paper => format!("{rule} · {}", work(paper)),
    }
}

/// `GoalDefinitions` becomes `goal definitions`; names that are words already stay.
fn spaced(rule: &str) -> String {
    let mut out = String::new();
    for c in rule.chars() {
        if c.is_uppercase() && !out.is_empty() && !out.ends_with(' ') {
            out.push(' ');
        }
        out.extend(c.to_lowercase());
    }
    out
}

/// The core's short names of the papers, spelt out.
fn work(paper: &str) -> String {
    let names = [
        ("T ", "thesis, "),
        ("CM ", "cell morphing, "),
        ("PI ", "program instrumentation, "),
        ("TI ", "tiling, "),
    ];
    let found =
        names.iter().find_map(|(short, long)| paper.strip_prefix(short).map(|rest| (long, rest)));
    found.map_or_else(|| paper.to_owned(), |(long, rest)| format!("{long}{rest}"))
}

fn before(props: &StepListProps, step: &Step) -> Html {
    let (system, abstraction) = match step.before_side {
        Side::Concrete => (&props.concrete, None),
        Side::Abstract => (&props.system, Some(props.abstraction.clone())),
    };
    let setting = Setting { abstraction, ..Setting::default() };
    html! { <ClauseFormula system={system.clone()} clause={step.before.clone()} {setting} /> }
}

fn result(props: &StepListProps, step: &Step) -> Html {
    let setting = Setting { abstraction: Some(props.abstraction.clone()), ..Setting::default() };
    html! {
        <ClauseFormula system={props.system.clone()} clause={step.after.clone()} before={step.before.clone()} {setting} />
    }
}
