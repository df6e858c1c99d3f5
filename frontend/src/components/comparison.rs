//! Several choices for the clause on view, side by side.

use super::axis_buttons::AxisButtons;
use super::completeness::CompletenessVerdict;
use super::instantiations::{instantiations, is_abstracted};
use super::prose::Prose;
use super::way_witnesses::WayWitnesses;
use crate::compare::{ComparisonStatus, FinishedComparison, TrackedComparison};
use crate::formula::{ClauseFormula, Setting, predicate};
use crate::hooks::use_in_view;
use crate::records::Shared;
use crate::state::{Action, State};
use crate::witness_searches::WitnessSearch;
use hornbook_horn::{PredId, Premise, System};
use hornbook_protocol::Options;
use hornbook_protocol::compare::ComparisonAxis;
use hornbook_protocol::witness_table::WitnessTable;
use hornbook_records::{ClauseSummary, ComparisonRow};
use std::rc::Rc;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct ComparisonPanelProps {
    pub summary: Rc<ClauseSummary>,
    /// The comparison of the clause, if one was asked for.
    pub comparison: Option<TrackedComparison>,
    pub options: Options,
    /// Whether the clause is of the text as it is now, so that one can be asked for.
    pub fresh: bool,
    pub dispatch: UseReducerDispatcher<State>,
}

/// A button for each axis, and below them the comparison.
#[component]
pub fn ComparisonPanel(props: &ComparisonPanelProps) -> Html {
    let asked = props.comparison.as_ref().map(|c| c.asked.axis.clone());
    let ask = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |axis: Option<ComparisonAxis>| dispatch.dispatch(Action::Compare(axis)))
    };
    let answer = props.comparison.as_ref().map(|c| &c.answer);
    let panel = use_node_ref();
    use_in_view(&panel, matches!(answer, Some(ComparisonStatus::Done(_))));
    html! {
        <section class="comparison" ref={panel} aria-label="Comparison" data-testid="comparison">
            <h3>{ "What would other choices make of it?" }</h3>
            <AxisButtons {asked} options={props.options.clone()} enabled={props.fresh} name="compare" {ask} />
            <div role="status" data-testid="comparison-status">{ status_view(answer) }</div>
            if let Some(ComparisonStatus::Done(ways)) = answer { { table(ways, &props.summary) } }
        </section>
    }
}

fn status_view(answer: Option<&ComparisonStatus>) -> Html {
    match answer {
        None => html! {},
        Some(ComparisonStatus::Waiting) => html! {
            <p class="why"><span class="spinner" aria-hidden="true"></span>{ " Comparing …" }</p>
        },
        Some(ComparisonStatus::Failed(reason)) => html! { <p class="wrong">{ reason }</p> },
        Some(ComparisonStatus::Done(ways)) if ways.comparison.rows.len() == 1 => html! {
            <p class="why">{ "The other choice equals the present one." }</p>
        },
        Some(ComparisonStatus::Done(ways)) => {
            let ways = ways.comparison.rows.len();
            html! { <p class="spoken">{ format!("{ways} ways are compared.") }</p> }
        }
    }
}

/// One column for each way; on a narrow page one card.
fn table(ways: &FinishedComparison, summary: &Rc<ClauseSummary>) -> Html {
    let FinishedComparison { comparison, pictures } = ways;
    let premises: Vec<PredId> = comparison.concrete.premises.iter().filter_map(pred).collect();
    let columns = comparison.rows.iter().zip(pictures).enumerate().map(|(number, (row, found))| {
        let lost = witnesses(row, found, &premises, number, summary);
        column(row, &premises, number == 0, lost)
    });
    let lossy = pictures.iter().any(|found| !found.is_empty()).then_some("lossy");
    let abstractions = comparison.rows.iter().map(|row| &row.abstraction);
    let several = abstractions.clone().any(|name| Some(name) != abstractions.clone().next());
    // Wide tables scroll, so the keyboard must reach them.
    html! {
        <>
        if several {
            <p class="why">{ "Complete means that the chosen cells lose nothing that the \
                abstraction can express. A weak abstraction may still express too little." }</p>
        }
        <ol class={classes!("ways", lossy)} tabindex="0" aria-label="Ways to treat the clause" data-testid="ways">{ for columns }</ol>
        </>
    }
}

fn pred(premise: &Premise) -> Option<PredId> {
    match premise {
        Premise::Instance(i) => Some(i.pred),
        Premise::Cond(_) => None,
    }
}

fn column(row: &ComparisonRow, premises: &[PredId], chosen: bool, lost: Html) -> Html {
    let why = row.open.first().map(|(_, why)| *why);
    let search = if row.incomplete.is_empty() {
        WitnessSearch::Nothing(why)
    } else {
        WitnessSearch::Elsewhere
    };
    let system = Rc::new(System { preds: row.preds.clone(), clauses: vec![] });
    let abstraction = Some(Rc::new(row.fitted.clone()));
    let setting = Setting { abstraction, ..Setting::default() };
    html! {
        <li class={classes!("way", chosen.then_some("now"))} data-testid="way">
            <h4>
                <code>{ &row.abstraction }</code>
                <span class="chip">{ row.heuristic.name() }</span>
                if chosen { <span class="chip from">{ "chosen" }</span> }
            </h4>
            if !row.misfits.is_empty() {
                <p class="why" data-testid="way-misfits">{ "in place of " }<code>{ &row.chosen }</code>{ ": " }<Prose text={row.misfits.join("; ")} /></p>
            }
            <div><span class="k">{ "Instantiation set" }</span>{ short(row, sets(row, premises)) }</div>
            <CompletenessVerdict completeness={row.completeness.clone()} {search} />
            { lost }
            <div>
                <span class="k">{ "The final clause" }</span>
                <ClauseFormula {system} clause={row.clause.clone()} {setting} />
                if row.simplification_may_lose {
                    <span class="chip weak">{ "the simplification may lose" }</span>
                }
            </div>
        </li>
    }
}

/// The witnesses against a way, where there are some.
fn witnesses(
    row: &ComparisonRow,
    found: &[Shared<WitnessTable>],
    premises: &[PredId],
    number: usize,
    summary: &Rc<ClauseSummary>,
) -> Html {
    if found.is_empty() {
        return html! {};
    }
    let name = |call: usize| premises.get(call).and_then(|&pred| premise(row, pred));
    let calls = row.incomplete.iter().map(|&call| name(call).map(str::to_owned));
    let witnesses: Vec<_> = calls.zip(found.iter().cloned()).collect();
    let way = format!("{} with {}", row.abstraction, row.heuristic);
    html! { <WayWitnesses {way} {number} summary={summary.clone()} {witnesses} /> }
}

/// The name of a premise's predicate, where there are several premises.
fn premise(row: &ComparisonRow, pred: PredId) -> Option<&str> {
    let pred = row.preds.get(pred.0 as usize).filter(|_| row.sets.len() > 1)?;
    Some(&pred.name)
}

/// Sets with more elements than these do not push the verdicts out of sight.
const LONG_SETS: usize = 9;

/// The sets of a way, which scroll by themselves if they are long.
fn short(row: &ComparisonRow, sets: Html) -> Html {
    if row.sets.iter().map(Vec::len).sum::<usize>() <= LONG_SETS {
        return sets;
    }
    let name = format!("Instantiation set for {} with {}", row.abstraction, row.heuristic);
    html! { <div class="long-sets" tabindex="0" role="group" aria-label={name} data-testid="way-long-sets">{ sets }</div> }
}

/// The instantiation set of each premise.
fn sets(row: &ComparisonRow, premises: &[PredId]) -> Html {
    if row.sets.is_empty() {
        return html! { <p>{ "No premise is quantified." }</p> };
    }
    let sets = row.sets.iter().zip(premises).map(|(set, &pred)| {
        let sigma = row.fitted.sigma(pred);
        html! {
            <p class="f" data-testid="way-set">
                if let Some(name) = premise(row, pred) { { predicate(name) }{ ": " } }
                if is_abstracted(sigma) { { instantiations(sigma, set) } } else { { "the values themselves" } }
            </p>
        }
    });
    html! { <>{ for sets }</> }
}
