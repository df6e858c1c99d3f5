//! What a stage did to a clause, rule by rule.

use crate::formula::{Change, ClauseFormula, Setting};
use crate::records::Shared;
use crate::state::{Action, State};
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
    /// The step on view, from 0.
    pub rule: usize,
    /// Names of the predicates before abstraction.
    pub concrete: Rc<System>,
    /// Names of the predicates after it.
    pub system: Rc<System>,
    /// What is pointed out.
    pub setting: Setting,
    /// Where picked steps go.
    pub dispatch: UseReducerDispatcher<State>,
}

/// The steps in words; of the one on view also the clause before and after, with what changed. The
/// last step's result is the clause of the stage, which the card shows below.
#[component]
pub fn StepList(props: &StepListProps) -> Html {
    let steps: Vec<&Step> = props.story.steps.iter().filter(|s| s.stage == props.stage).collect();
    if steps.is_empty() {
        return html! { <p class="why">{ "This stage leaves the clause as it is." }</p> };
    }
    let last = steps.len() - 1;
    let now = props.rule.min(last);
    let items = steps.iter().enumerate().map(|(i, step)| {
        let onclick = {
            let dispatch = props.dispatch.clone();
            Callback::from(move |event: MouseEvent| {
                event.stop_propagation();
                dispatch.dispatch(Action::Rule(i));
            })
        };
        let current = (i == now).then_some("step");
        html! {
            <li class={classes!("step", current.map(|_| "now"))} data-testid="step">
                <button class="step-text" {onclick} aria-current={current}>
                    { &step.sentence }
                    if step.may_lose { <span class="chip weak">{ "may lose" }</span> }
                    <span class="why">{ source(step) }</span>
                </button>
                if i == now { { before(props, step) } if i < last { { result(props, step) } } }
            </li>
        }
    });
    html! { <ol class="story steps" data-testid="steps">{ for items }</ol> }
}

/// The rule's name and where it comes from.
fn source(step: &Step) -> String {
    let rule = step.rule_in_words();
    match step.paper.as_str() {
        "" => rule,
        paper => format!("{rule} · {}", work(paper)),
    }
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

/// The clause before a step, with what the step takes away.
fn before(props: &StepListProps, step: &Step) -> Html {
    let concrete = step.before_side == Side::Concrete;
    let system = if concrete { &props.concrete } else { &props.system };
    let mut setting = Setting { change: Change::until(&step.after), ..props.setting.clone() };
    setting.abstraction.take_if(|_| concrete);
    html! {
        <div class="before">
            <ClauseFormula system={system.clone()} clause={step.before.clone()} other={(!concrete).then(|| step.after.clone())} {setting} />
        </div>
    }
}

/// The clause after a step, with what is new.
fn result(props: &StepListProps, step: &Step) -> Html {
    let change = Change::since(&step.before);
    let setting = Setting { change, ..props.setting.clone() };
    html! {
        <ClauseFormula system={props.system.clone()} clause={step.after.clone()} other={step.before.clone()} {setting} />
    }
}
