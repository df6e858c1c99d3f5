//! The clauses after a stage.

use super::clause_card::ClauseCard;
use super::completeness::{CompletenessChips, reconciled};
use crate::highlights::Highlights;
use crate::records::Systems;
use crate::state::State;
use hornbook_horn::Clause;
use hornbook_records::ClauseSummary;
use hornbook_records::stages::Phase;
use std::collections::BTreeSet;
use std::rc::Rc;
use yew::prelude::*;

/// Of more clauses than this, only those in sight are drawn.
const MANY: usize = 40;
/// So too of clauses with more parts than this together.
const LARGE: usize = 4_000;

#[derive(Clone, PartialEq, Properties)]
pub struct ClauseListProps {
    pub state: Rc<State>,
    pub dispatch: UseReducerDispatcher<State>,
}

/// One card for each clause that the stage on view still has.
#[component]
pub fn ClauseList(props: &ClauseListProps) -> Html {
    let state = &props.state;
    let Some(systems) = state.analysis.as_ref().and_then(|a| a.value.systems.as_ref()) else {
        return html! {};
    };
    let Some(phase) = state.shows().phase() else {
        return html! {};
    };
    let system = systems.after(phase);
    let (picked, hovered) = (state.picked_highlights(), state.hovered_highlights());
    let size = || system.clauses.iter().map(Clause::size).fold(0, usize::saturating_add);
    let many = system.clauses.len() > MANY || size() > LARGE;
    let telling = telling(systems, phase);
    let cards = system
        .clauses
        .iter()
        .map(|clause| card(props, systems, phase, clause, many, &telling, [&picked, &hovered]));
    html! {
        <>
            if state.shows_calls() {
                <p class="overall">{ "All clauses together: " }<CompletenessChips completeness={systems.completeness.clone()} witnessed={state.loses(None)} /></p>
                if let Some(words) = reconciled(state) { <p class="why" data-testid="reconciled">{ words }</p> }
            }
            <ol class="clauses" aria-label="Clauses" data-testid="clauses">{ for cards }</ol>
        </>
    }
}

/// The class of a clause at that stage.
fn words(phase: Phase, summary: &ClauseSummary) -> &[String] {
    match phase {
        Phase::Simplified => &summary.final_class,
        _ => &summary.class,
    }
}

/// Words for ordinary clauses, which need no remark.
const ORDINARY: [&str; 2] = ["linear", "trivial"];

/// The words that tell clauses apart: those that some clauses have and others do not.
fn telling(systems: &Systems, phase: Phase) -> BTreeSet<&str> {
    let clauses = systems.after(phase).clauses.iter();
    let all: Vec<&[String]> =
        clauses.filter_map(|c| systems.summary(c.id)).map(|s| words(phase, s)).collect();
    let differs = |word: &String| all.iter().any(|words| !words.contains(word));
    let said = all.iter().flat_map(|words| words.iter()).filter(|word| differs(word));
    said.map(String::as_str).filter(|word| !ORDINARY.contains(word)).collect()
}

fn card(
    props: &ClauseListProps,
    systems: &Systems,
    phase: Phase,
    clause: &Clause,
    many: bool,
    telling: &BTreeSet<&str>,
    [picked, hovered]: [&Highlights; 2],
) -> Html {
    let state = &props.state;
    let Some(summary) = systems.summary(clause.id) else {
        return html! {};
    };
    let words = words(phase, summary).iter().filter(|word| telling.contains(word.as_str()));
    let words: Vec<String> = words.cloned().collect();
    let stage = state.on_view();
    let steps = stage.takes_steps.then(|| stage.key.clone());
    let selected = state.selected == Some(clause.id);
    let story = if selected { state.selected_story().cloned() } else { None };
    let rule = if selected { state.rule } else { 0 };
    html! {
        <ClauseCard key={clause.id.0} {phase} {steps} system={systems.after(phase).clone()} clause={clause.clone()}
            {many} summary={summary.clone()} {words} concrete={systems.after(Phase::Concrete).clone()}
            abstraction={systems.abstraction.clone()} {selected} fresh={selected && state.fresh()} {story} {rule} witnessed={state.loses(Some(clause.id))}
            lit={picked.terms_of(clause.id)} hovered={hovered.terms_of(clause.id)} point={hovered.point.or(picked.point)}
            dispatch={props.dispatch.clone()} />
    }
}
