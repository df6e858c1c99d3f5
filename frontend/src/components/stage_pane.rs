//! The pane of the road: the stage on view.

use super::clause_list::ClauseList;
use super::conditions_view::ConditionsView;
use super::gloss::Gloss;
use super::graphs::Graphs;
use super::look_closer::LookCloser;
use super::operators_view::OperatorsView;
use super::plot_view::PlotView;
use super::prose::Prose;
use super::segments_view::SegmentsView;
use super::solve_view::SolveView;
use super::step_list::{StepList, StepSource};
use super::tiles_view::TilesView;
use super::workbench_view::WorkbenchView;
use crate::formula::{predicate, variable};
use crate::glossary::Term;
use crate::hooks::{Solver, use_clause_in_view, use_kept_keyboard, use_stage_keys};
use crate::records::{Analysis, Shared};
use crate::state::{Action, State};
use hornbook_horn::{Clause, Premise};
use hornbook_protocol::TextKind;
use hornbook_records::stages::{Phase, StageContent, StageInfo, StageKey};
use std::rc::Rc;
use yew::prelude::*;

/// Properties of [`StagePane`].
#[derive(Clone, PartialEq, Properties)]
pub struct StagePaneProps {
    pub state: Rc<State>,
    pub dispatch: UseReducerDispatcher<State>,
    pub solver: Solver,
    /// Whether the other stages are out of sight, and with them what leads there.
    #[prop_or_default]
    pub alone: bool,
    /// The content below the stage.
    #[prop_or_default]
    pub children: Html,
}

/// The heading above a text with errors.
const UNREADABLE: (&str, &str) = (
    "The text cannot be read yet",
    "The errors are underlined in the text, and listed below it with hints.",
);

/// The heading above clauses from a file.
const GIVEN: (&str, &str) = (
    "The Horn clauses as they are given",
    "Each predicate is an unknown relation. Hornbook looks for a model of all clauses.",
);

/// The heading of the stage on view and its description in one sentence.
fn heading<'s>(stage: &'s StageInfo, state: &State) -> (&'s str, &'s str) {
    match stage.shows {
        StageContent::Text if state.has_errors() => UNREADABLE,
        StageContent::System(Phase::Concrete) if state.kind == TextKind::Clauses => GIVEN,
        _ => (&stage.title, &stage.about),
    }
}

/// The terms that a stage introduces.
fn words(shows: StageContent) -> &'static [Term] {
    match shows {
        StageContent::Text | StageContent::Graph => &[],
        StageContent::Operators => &[Term::Operator, Term::GhostVariable],
        StageContent::Workbench => &[Term::Instrumentation, Term::GhostVariable, Term::Guard],
        StageContent::Segments => &[Term::Tiling, Term::CountedLoop, Term::CutPoint],
        StageContent::Tiles => &[Term::Tile],
        StageContent::Conditions => &[Term::TilingCondition, Term::Tile],
        StageContent::System(Phase::Concrete) => {
            &[Term::HornClause, Term::ProgramPoint, Term::LoopHead]
        }
        StageContent::System(Phase::Abstracted) => {
            &[Term::DataAbstraction, Term::Sigma, Term::Cell1, Term::Cell2]
        }
        StageContent::System(Phase::Eliminated) => {
            &[Term::Eliminate, Term::Relevant, Term::Complete, Term::Witness]
        }
        StageContent::System(Phase::Simplified) => &[Term::LargeBlocks],
        StageContent::Verdict => {
            &[Term::Invariant, Term::Certified, Term::Buggy, Term::TooWeak, Term::Unknown]
        }
    }
}

/// The handling of calls, where the clauses of a program with functions are shown.
fn calls(state: &State) -> Html {
    let handled = state.analysis.iter().flat_map(|analysis| &analysis.value.calls);
    let items: Vec<Html> =
        handled.map(|handled| html! { <li><Prose text={handled.describe()} /></li> }).collect();
    if items.is_empty() {
        return html! {};
    }
    html! { <ul class="calls why" data-testid="calls-handled">{ for items }</ul> }
}

/// The stage on view, with keys to go forward and back.
#[component]
pub fn StagePane(props: &StagePaneProps) -> Html {
    let StagePaneProps { state, dispatch, solver, alone, children } = props;
    let stage = state.on_view();
    let (title, what) = heading(stage, state);
    let moved = |steps: isize| &state.stages.moved(&state.stage, steps).key;
    let (is_first, is_last) = (*moved(-1) == stage.key, *moved(1) == stage.key);
    let show = |stage: &StageKey| {
        let (dispatch, stage) = (dispatch.clone(), stage.clone());
        Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::Show(stage.clone())))
    };
    let go = |action: fn() -> Action| {
        let dispatch = dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.dispatch(action()))
    };
    use_stage_keys(state, dispatch.clone());
    use_clause_in_view(&stage.key);
    // A stage may have had the keyboard in something that the next one does not have.
    use_kept_keyboard(stage.key.clone(), ".road");
    let stale = match stage.shows {
        StageContent::Verdict => state.outcome().is_some() && !state.run_fresh(),
        _ => state.analysis.is_some() && !state.fresh(),
    };
    // A click into the pane brings the keyboard there.
    html! {
        <section class={classes!("pane", "road", stale.then_some("stale"))} aria-label="Road" tabindex="-1" data-testid="road-pane">
            <div class="pane-head">
                <h2>{ &stage.name }</h2>
                <span class="grow"></span>
                if stale { <span class="chip weak older">{ "out of date" }</span> }
                if !alone {
                    <button class="icon small" onclick={show(moved(-1))} disabled={is_first}
                        aria-label="Previous stage" title="Previous stage (Alt ←)">{ "⇤" }</button>
                    <button class="icon small" onclick={go(|| Action::Back)} disabled={is_first}
                        aria-label="Step back" title="One step back (←)" data-testid="road-back">{ "←" }</button>
                    <button class="icon small" onclick={go(|| Action::Forward)} disabled={is_last}
                        aria-label="Step forward" title="One step forward (→)" data-testid="road-forward">{ "→" }</button>
                    <button class="icon small" onclick={show(moved(1))} disabled={is_last}
                        aria-label="Next stage" title="Next stage (Alt →)">{ "⇥" }</button>
                }
            </div>
            <div class="pane-body">
                { chosen_by_text(state) }
                if stage.shows == StageContent::System(Phase::Concrete) { { calls(state) } }
                // The verdict has a heading of its own.
                if stage.shows != StageContent::Verdict || state.outcome().is_none() && !alone {
                    <h3>{ title }</h3>
                    <p class="lead">{ what }</p>
                    <p class="lead-words">{ for words(stage.shows).iter().map(|term| html! { <Gloss term={*term} /> }) }</p>
                }
                { captions(state) }
                { content(state, dispatch, solver, *alone) }
                { children.clone() }
            </div>
        </section>
    }
}

/// Captions that explain the formulas of the stage.
fn captions(state: &State) -> Html {
    let systems = state.analysis.as_ref().and_then(|analysis| analysis.value.systems.as_ref());
    let Some((phase, systems)) = state.shows().phase().zip(systems) else {
        return html! {};
    };
    let arrow = html! { <span class="f"><span class="f-sign">{ "→" }</span></span> };
    let abstracted = phase != Phase::Concrete;
    let heads = systems.after(phase).preds.iter().filter(|pred| pred.loop_head);
    let head = heads.take(1).find(|_| state.kind == TextKind::Program && !abstracted);
    let array = systems.after(Phase::Abstracted).clauses.iter().find_map(cell_of);
    let array = array.filter(|_| abstracted);
    html! {
        <div class="reads" data-testid="reads">
            <p>
                <Gloss term={Term::Premise}>{ "premises" }</Gloss>{ " " }{ arrow }{ " " }<Gloss term={Term::Goal}>{ "goal" }</Gloss>
                { ": if all premises hold, then so does the goal." }
            </p>
            if let Some(head) = head {
                <p>
                    <span class="f">{ predicate(&head.name) }{ "(…)" }</span>
                    { " holds of the values of the variables " }<Prose text={head.title.clone()} />{ "." }
                </p>
            }
            if let Some(array) = array {
                <p data-testid="cell-names">
                    { "A cell of " }<span class="f">{ variable(&array) }</span>{ ": " }
                    <span class="f">{ variable(&format!("k_{array}")) }</span>{ " is its index, " }
                    <span class="f">{ variable(&format!("v_{array}")) }</span>{ " its value. A prime, as in " }
                    <span class="f">{ variable(&format!("k_{array}'")) }</span>{ ", marks another one of the same kind, and # the abstraction of a value." }
                </p>
            }
        </div>
    }
}

/// The array whose cells a clause speaks of, the first if there are several.
fn cell_of(clause: &Clause) -> Option<String> {
    let instances = clause.premises.iter().filter_map(|premise| match premise {
        Premise::Instance(instance) => Some(instance),
        Premise::Cond(_) => None,
    });
    let bound: Vec<&str> = instances.flat_map(|i| &i.bound).map(|v| &*v.name).collect();
    let mut arrays = bound.iter().filter_map(|name| name.strip_prefix("k_"));
    let array = arrays.find(|array| bound.iter().any(|v| v.strip_prefix("v_") == Some(*array)));
    array.map(str::to_owned)
}

/// The choices that the program makes itself.
fn chosen_by_text(state: &State) -> Html {
    let own = state.analysis.as_ref().map(|a| a.value.own.join(", ")).unwrap_or_default();
    if own.is_empty() {
        return html! {};
    }
    html! {
        <p class="why" data-testid="own">{ "The program itself chooses: " }<b>{ own }</b>{ ". A choice in the bar above takes precedence." }</p>
    }
}

fn content(
    state: &Rc<State>,
    dispatch: &UseReducerDispatcher<State>,
    solver: &Solver,
    alone: bool,
) -> Html {
    let shows = state.shows();
    if shows == StageContent::Verdict {
        return html! { <SolveView state={state.clone()} dispatch={dispatch.clone()} solver={solver.clone()} {alone} /> };
    }
    let Some(analysis) = &state.analysis else {
        return match state.trouble {
            Some(_) => {
                html! { <p class="empty">{ "There is nothing to show for this text yet." }</p> }
            }
            None => html! { <p class="empty">{ "Reading the program …" }</p> },
        };
    };
    if !analysis.value.reached(StageContent::Graph) {
        return html! { <p class="empty">{ "The text has errors; the other stages begin when they are gone." }</p> };
    }
    match shows {
        StageContent::Text => text(state, &analysis.value, dispatch),
        StageContent::Graph => html! {
            <>
                // It always exists, so that the graph does not move when an arrow is picked.
                <div class="graph-closer stacked-only">
                    if state.selected.is_some() { <LookCloser /> } else { <p class="why">{ "Pick an arrow to look at its clause." }</p> }
                </div>
                <Graphs drawings={analysis.value.drawings.clone()} calls={analysis.value.calls.clone()}
                    hovered={state.hovered_highlights()} picked={state.picked_highlights()} dispatch={dispatch.clone()} />
            </>
        },
        StageContent::Operators => {
            html! { <OperatorsView state={state.clone()} dispatch={dispatch.clone()} /> }
        }
        StageContent::Workbench => {
            html! { <WorkbenchView state={state.clone()} dispatch={dispatch.clone()} /> }
        }
        StageContent::Segments => {
            html! { <SegmentsView state={state.clone()} dispatch={dispatch.clone()} /> }
        }
        StageContent::Tiles => {
            html! { <TilesView state={state.clone()} dispatch={dispatch.clone()} /> }
        }
        StageContent::Conditions => {
            html! { <ConditionsView state={state.clone()} dispatch={dispatch.clone()} /> }
        }
        StageContent::System(Phase::Abstracted) => html! {
            <>
                if state.kind == TextKind::Program { <PlotView state={state.clone()} /> }
                <ClauseList state={state.clone()} dispatch={dispatch.clone()} />
            </>
        },
        _ => html! { <ClauseList state={state.clone()} dispatch={dispatch.clone()} /> },
    }
}

/// The result of a stage on the text; for the first stage, that the text can be read.
fn text(
    state: &State,
    analysis: &Shared<Analysis>,
    dispatch: &UseReducerDispatcher<State>,
) -> Html {
    let (stage, next) = (state.on_view(), state.stages.moved(&state.stage, 1));
    match analysis.systems.as_ref().filter(|_| stage.takes_steps) {
        Some(systems) => html! {
            <StepList steps={StepSource::OfText(analysis.clone())} stage={stage.key.clone()} rule={state.rule} concrete={systems.after(Phase::Concrete).clone()}
                system={systems.after(Phase::Abstracted).clone()} dispatch={dispatch.clone()} />
        },
        None => {
            let next = if next.shows == StageContent::Graph { DRAWS_GRAPH } else { "" };
            html! { <p class="empty">{ "No errors. " }{ next }</p> }
        }
    }
}

/// The remark that the stage after the program draws the graph.
const DRAWS_GRAPH: &str = "The next stage draws where control can go.";
