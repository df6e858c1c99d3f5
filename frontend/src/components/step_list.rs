//! The steps of a stage with a clause or with the text.

use super::gloss::Gloss;
use super::subject_view::{SubjectVersion, SubjectView};
use crate::formula::Setting;
use crate::glossary::Term;
use crate::hooks::use_clause_transition;
use crate::records::{Analysis, Shared};
use crate::state::{Action, State};
use hornbook_horn::System;
use hornbook_records::stages::StageKey;
use hornbook_records::{ClauseStory, OmittedDetails, RuleStep};
use std::rc::Rc;
use yew::prelude::*;

/// StepSource of all stages.
#[derive(Clone, PartialEq)]
pub enum StepSource {
    /// The steps with a clause. The last one ends with the clause of the stage, which is shown elsewhere.
    OfClause(Shared<ClauseStory>),
    /// The steps with the text.
    OfText(Shared<Analysis>),
}

impl StepSource {
    /// The steps of one stage, in order.
    fn filter_by_stage(&self, stage: &StageKey) -> Vec<&RuleStep> {
        let all = match self {
            StepSource::OfClause(story) => &story.steps,
            StepSource::OfText(analysis) => &analysis.steps,
        };
        all.iter().filter(|step| step.stage == *stage).collect()
    }

    /// The sentence about steps that the story leaves out.
    fn left_out(&self) -> Option<String> {
        match self {
            StepSource::OfClause(story) => OmittedDetails { calls: 0, ..story.left_out }.describe(),
            StepSource::OfText(_) => None,
        }
    }
}

#[derive(Clone, PartialEq, Properties)]
pub struct StepListProps {
    pub steps: StepSource,
    pub stage: StageKey,
    /// The step on view, from 0.
    pub rule: usize,
    /// Names of the predicates before abstraction.
    pub concrete: Rc<System>,
    /// Names of the predicates after it.
    pub system: Rc<System>,
    #[prop_or_default]
    pub setting: Setting,
    pub dispatch: UseReducerDispatcher<State>,
}

/// The steps in words; of the one on view also the subject before and after, with the difference.
#[component]
pub fn StepList(props: &StepListProps) -> Html {
    let steps = props.steps.filter_by_stage(&props.stage);
    let list = use_node_ref();
    let shown = steps.get(props.rule).or(steps.last());
    use_clause_transition(&list, shown.map(|step| (step.before.clone(), step.after.clone())));
    let (what, shows_last) = match &props.steps {
        StepSource::OfClause(_) => ("clause", false),
        StepSource::OfText(_) => ("text", true),
    };
    if steps.is_empty() {
        return html! { <p class="why">{ format!("This stage leaves the {what} as it is.") }</p> };
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
                { for Term::conditions_in(&step.sentence).map(|term| html! { <Gloss {term} class="chip" /> }) }
                if i == now { <div class="before">{ subject(props, step, SubjectVersion::Before) }</div> if i < last || shows_last { <div class="after">{ subject(props, step, SubjectVersion::After) }</div> } }
            </li>
        }
    });
    html! {
        <>
            <ol class="story steps" ref={list} data-testid="steps">{ for items }</ol>
            if let Some(words) = props.steps.left_out() { <p class="why" data-testid="steps-left-out">{ words }</p> }
        </>
    }
}

/// The rule's name and where it comes from.
fn source(step: &RuleStep) -> String {
    let rule = step.rule_in_words();
    match step.paper.as_str() {
        "" => rule,
        paper => format!("{rule} · {}", work(paper)),
    }
}

/// The core's short names of the papers, spelt out.
fn work(paper: &str) -> String {
    let names = [
        ("T ", "Braine's thesis, "),
        ("CM ", "cell morphing, "),
        ("PI ", "program instrumentation, "),
        ("TI ", "tiling, "),
    ];
    let found =
        names.iter().find_map(|(short, long)| paper.strip_prefix(short).map(|rest| (long, rest)));
    found.map_or_else(|| paper.to_owned(), |(long, rest)| format!("{long}{rest}"))
}

/// The subject of a step before or after it, with the difference.
fn subject(props: &StepListProps, step: &RuleStep, version: SubjectVersion) -> Html {
    let (subject, other) = match version {
        SubjectVersion::Before => (&step.before, &step.after),
        SubjectVersion::After => (&step.after, &step.before),
    };
    html! {
        <SubjectView subject={subject.clone()} other={other.clone()} {version} concrete={props.concrete.clone()}
            system={props.system.clone()} setting={props.setting.clone()} />
    }
}
