//! One clause of a stage.

use super::completeness::CompletenessChips;
use super::gloss::ClassChip;
use super::step_list::StepList;
use crate::formula::{ClauseFormula, Setting};
use crate::records::Shared;
use crate::state::{Action, Stage, State};
use hornbook_core::abstraction::sigma::Abstraction;
use hornbook_core::explain::{self, ClauseStory, ClauseSummary, Side};
use hornbook_core::horn::{Clause, System};
use std::rc::Rc;
use web_sys::{Element, ScrollIntoViewOptions, ScrollLogicalPosition};
use yew::prelude::*;

/// Properties of [`ClauseCard`].
#[derive(Clone, PartialEq, Properties)]
pub struct ClauseCardProps {
    /// The stage on view.
    pub stage: Stage,
    /// The clauses after that stage.
    pub system: Rc<System>,
    /// The clause.
    pub clause: Clause,
    /// What is said about it.
    pub summary: Rc<ClauseSummary>,
    /// The clauses before abstraction, for steps that start there.
    pub concrete: Option<Rc<System>>,
    /// The abstraction of the predicates.
    pub abstraction: Rc<Abstraction>,
    /// Whether it is on view.
    pub selected: bool,
    /// What happened to it, once that is known; only for the clause on view.
    pub story: Option<Shared<ClauseStory>>,
    /// Whether it is known to lose information.
    pub witnessed: bool,
    /// Whether the cursor stands in the text that it comes from.
    pub lit: bool,
    /// Whether the pointer is on it.
    pub hovered: bool,
    /// Where actions go.
    pub dispatch: UseReducerDispatcher<State>,
}

/// Scrolls the card of the selected clause into view.
#[hook]
fn use_in_view(card: &NodeRef, selected: bool) {
    let card = card.clone();
    use_effect_with(selected, move |&selected| {
        if let Some(card) = card.cast::<Element>().filter(|_| selected) {
            let options = ScrollIntoViewOptions::new();
            options.set_block(ScrollLogicalPosition::Nearest);
            card.scroll_into_view_with_scroll_into_view_options(&options);
        }
    });
}

/// A card: where the clause comes from, its class, its formula, and on view the steps of the stage.
#[component]
pub fn ClauseCard(props: &ClauseCardProps) -> Html {
    let ClauseCardProps { stage, system, clause, summary, selected, dispatch, .. } = props;
    let card = use_node_ref();
    use_in_view(&card, *selected);
    let id = clause.id;
    let act = |action: fn(hornbook_core::horn::ClauseId) -> Action| {
        let dispatch = dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.dispatch(action(id)))
    };
    let onmouseenter = act(|id| Action::Hover(Some(id)));
    let onmouseleave = act(|_| Action::Hover(None));
    let select = act(|id| Action::Select(Some(id)));
    let class = classes!(
        "clause",
        selected.then_some("now"),
        props.lit.then_some("lit"),
        props.hovered.then_some("hovered"),
    );
    let setting = setting(*stage, &props.abstraction);
    html! {
        <li {class} ref={card} {onmouseenter} {onmouseleave} onclick={select.clone()} data-testid="clause">
            <header>
                <button class="clause-name" aria-expanded={selected.to_string()} onclick={select}>
                    { format!("Clause {}", id.0) }
                </button>
                <span class="chip from">{ format!("line {} · {}", summary.line, summary.what) }</span>
                { for words(*stage, summary).iter().map(|word| html! { <ClassChip word={word.clone()} /> }) }
                <span class="grow"></span>
                if *stage == Stage::Eliminate { <CompletenessChips completeness={summary.completeness.clone()} witnessed={props.witnessed} /> }
            </header>
            { steps(props) }
            <ClauseFormula system={system.clone()} clause={clause.clone()} before={last_before(props)} {setting} />
        </li>
    }
}

/// The class of the clause as it is at the stage.
fn words(stage: Stage, summary: &ClauseSummary) -> &[String] {
    match stage {
        Stage::Simplify => &summary.final_class,
        _ => &summary.class,
    }
}

fn setting(stage: Stage, abstraction: &Rc<Abstraction>) -> Setting {
    let abstraction = (stage != Stage::Clauses).then(|| abstraction.clone());
    Setting { abstraction, ..Setting::default() }
}

/// The stage as the story calls it.
fn story_stage(stage: Stage) -> Option<explain::Stage> {
    match stage {
        Stage::Abstract => Some(explain::Stage::Abstract),
        Stage::Eliminate => Some(explain::Stage::Eliminate),
        Stage::Simplify => Some(explain::Stage::Simplify),
        Stage::Program | Stage::Clauses | Stage::Solve => None,
    }
}

/// The clause before the last step of the stage, where both are written with the same predicates.
fn last_before(props: &ClauseCardProps) -> Option<Clause> {
    let stage = story_stage(props.stage)?;
    let step = props.story.as_ref()?.steps.iter().rfind(|s| s.stage == stage)?;
    (step.before_side == Side::Abstract).then(|| step.before.clone())
}

/// The steps that the stage on view took with the clause.
fn steps(props: &ClauseCardProps) -> Html {
    match (story_stage(props.stage), &props.story, &props.concrete) {
        (Some(stage), Some(story), Some(concrete)) => html! {
            <StepList story={story.clone()} {stage} concrete={concrete.clone()} system={props.system.clone()}
                abstraction={props.abstraction.clone()} />
        },
        _ => html! {},
    }
}
