//! The pane for one clause.

use super::call_view::CallView;
use super::cells_entry::ManualCells;
use super::clause_title::ClauseTitle;
use super::comparison::ComparisonPanel;
use super::completeness::reconciled;
use super::gloss::ClassChip;
use super::prose::Prose;
use crate::formula::{predicate, variable};
use crate::records::Systems;
use crate::state::State;
use hornbook_abstraction::heuristic::Heuristic;
use hornbook_horn::classify::Handling;
use hornbook_horn::{Clause, ClauseId, Goal, Pred, PredId, Premise, Term};
use hornbook_protocol::TextKind;
use hornbook_records::stages::{Phase, StageContent};
use hornbook_records::{ClauseStory, ClauseSummary};
use std::rc::Rc;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct ClauseFocusProps {
    pub state: Rc<State>,
    pub clause: ClauseId,
    pub dispatch: UseReducerDispatcher<State>,
}

/// The details of a clause at the stage on view.
#[component]
pub fn ClauseFocus(props: &ClauseFocusProps) -> Html {
    let state = &props.state;
    let Some(systems) = state.analysis.as_ref().and_then(|a| a.value.systems.as_ref()) else {
        return html! {};
    };
    let Some(summary) = systems.summary(props.clause) else {
        return html! { <p class="empty">{ "That clause is no longer there." }</p> };
    };
    // The clause of an arrow is looked at as the next stage has it.
    let phase = state.shows().phase().unwrap_or(Phase::Concrete);
    let body = match (phase, state.story_on_view()) {
        (Phase::Eliminated, _) if state.unanswered.contains(&props.clause) => html! {
            <p class="wrong" data-testid="unanswered">
                { "Hornbook broke down at this clause. The others can still be looked at. Please report this program." }
            </p>
        },
        (Phase::Eliminated, Some(story)) => calls(props, story, systems),
        (Phase::Eliminated, None) => html! { <p class="empty">{ "Looking …" }</p> },
        _ => points(state.kind, phase, systems, props.clause),
    };
    html! {
        <>
            <ClauseTitle summary={summary.clone()} />
            { body }
            if phase == Phase::Eliminated {
                <ComparisonPanel summary={summary.clone()} comparison={state.comparison.clone()} options={state.options_on_view().in_force(&state.wishes())} fresh={state.fresh()}
                    dispatch={props.dispatch.clone()} />
            }
            { class_words(state.shows(), summary) }
        </>
    }
}

fn calls(props: &ClauseFocusProps, story: &ClauseStory, systems: &Systems) -> Html {
    let state = &props.state;
    if story.calls.is_empty() {
        return html! { <p>{ "This clause has no quantified premise: there is nothing to choose." }</p> };
    }
    let several = story.calls.len() > 1;
    // Cells are named for the clauses on view, whatever has found their abstraction.
    let (options, dispatch) = (state.options_on_view(), props.dispatch.clone());
    let naming = systems.heuristic == Heuristic::Manual;
    let by_hand = ManualCells { clause: story.id, naming, options, dispatch };
    let lit = Rc::new(lit_terms(state, story.id));
    let reconciled = reconciled(state);
    let views = story.calls.iter().enumerate().map(|(n, called)| {
        let search = state.loss(story.id, n);
        let preds = &systems.after(Phase::Abstracted).preds;
        let pred = preds.get(called.pred.0 as usize).filter(|_| several);
        let name = pred.map(|p| p.name.clone());
        html! { <CallView key={called.premise} call={called.call.clone()} premise={name} {search} by_hand={by_hand.clone()} lit={lit.clone()} {reconciled} /> }
    });
    html! { <>{ for views }</> }
}

/// The terms of a clause that belong to the topic under the pointer or to the picked one.
fn lit_terms(state: &State, clause: ClauseId) -> Vec<Term> {
    let highlights = [state.hovered_highlights(), state.picked_highlights()];
    let terms = highlights.iter().filter_map(|highlights| highlights.terms_of(clause));
    terms.flat_map(|terms| terms.to_vec()).collect()
}

/// The program points of a clause: their unknown sets. Clauses from a file have predicates without points.
fn points(kind: TextKind, phase: Phase, systems: &Systems, id: ClauseId) -> Html {
    let Some((system, clause)) = systems.clause(phase, id) else {
        return html! { <p class="empty">{ "This stage has no such clause any more." }</p> };
    };
    let rows = preds(clause).into_iter().map(|id| point(kind, system.pred(id)));
    let heading = if kind == TextKind::Program { "Its program points" } else { "Its predicates" };
    html! {
        <>
            <h3>{ heading }</h3>
            <dl class="points">{ for rows }</dl>
        </>
    }
}

fn preds(clause: &Clause) -> Vec<PredId> {
    let premises = clause.premises.iter().filter_map(|p| match p {
        Premise::Instance(i) => Some(i.pred),
        Premise::Cond(_) => None,
    });
    let goal = match &clause.goal {
        Goal::Instance(i) => Some(i.pred),
        Goal::Cond(_) => None,
    };
    let mut found: Vec<PredId> = vec![];
    for id in premises.chain(goal) {
        if !found.contains(&id) {
            found.push(id);
        }
    }
    found
}

fn point(kind: TextKind, pred: &Pred) -> Html {
    let last = pred.params.len().saturating_sub(1);
    let params = pred.params.iter().enumerate().map(|(i, v)| {
        let comma = if i < last { ", " } else { "" };
        html! { <>{ variable(&v.name) }{ comma }</> }
    });
    html! {
        <>
            <dt class="f">{ predicate(&pred.name) }
                if !pred.params.is_empty() { { "(" }{ for params }{ ")" } }
            </dt>
            <dd>
                if kind == TextKind::Program { { "the states " } }
                <Prose text={pred.title.clone()} />
                if pred.loop_head { <span class="chip">{ if kind == TextKind::Program { "loop" } else { "recursive" } }</span> }
            </dd>
        </>
    }
}

/// The explanations of the words on the chips.
fn class_words(shows: StageContent, summary: &ClauseSummary) -> Html {
    if shows != StageContent::System(Phase::Concrete) {
        return html! {};
    }
    let meaning = |word: &str| {
        Some(match word {
            "start" => "no point stands before the arrow: runs begin here",
            "linear" => "one point stands before the arrow",
            "non-linear" => "several points stand before the arrow",
            "assertion" => "no point stands after the arrow: the clause states a claim",
            "extended" => "a point stands below a quantifier",
            "trivial" => "no array operation",
            "basic" => "arrays are only read and written",
            "complex" => "arrays are compared or quantified over",
            "bound-perm-map" => "arrays are made cell by cell",
            "collapsing" => "a value depends on any number of cells",
            _ => return None,
        })
    };
    let rows = summary.class.iter().filter_map(|word| {
        meaning(word)
            .map(|text| html! { <><dt><ClassChip word={word.clone()} /></dt><dd>{ text }</dd></> })
    });
    let proper = summary.handling.is_proper();
    let verdict = if proper {
        "With all relevant cells nothing should be lost here."
    } else {
        "Something may be lost here."
    };
    html! {
        <>
            <h3>{ "Its class" }</h3>
            <dl class="points">{ for rows }</dl>
            // The table is about arrays.
            if summary.handling != Handling::NoArray {
                <p data-testid="handling">
                    <strong>{ verdict }</strong>{ format!(" {}", summary.handling.describe()) }
                </p>
            }
        </>
    }
}
