//! The last stage: the search, then the verdict.

use super::adopt::Adopt;
use super::attempt_list::AttemptList;
use super::completeness::reconciled;
use super::concrete_traces_view::ConcreteTracesView;
use super::ghost_card::GhostCard;
use super::gloss::Gloss;
use super::invariant_card::InvariantCard;
use super::open_question::OpenQuestion;
use super::story::Story;
use super::strategy_table::StrategyTable;
use super::task_list::TaskList;
use super::trace_player::TracePlayer;
use super::trials_panel::TrialsPanel;
use super::verdict_banner::{self, Notice, VerdictBanner, sign_of};
use crate::glossary::Term;
use crate::hooks::{Solver, use_kept_keyboard};
use crate::records::Shared;
use crate::state::{self, Action, SolverStatus, State};
use hornbook_abstraction::heuristic::Heuristic;
use hornbook_abstraction::sigma::Sigma;
use hornbook_base::text::capitalised;
use hornbook_lang::typed::AssertionKind;
use hornbook_protocol::Options;
use hornbook_records::{AssertionOutcome, OpenClaim, Progress, Verdict};
use hornbook_tasks::choices::ChosenAbstraction;
use std::rc::Rc;
use yew::prelude::*;

/// Properties of [`SolveView`].
#[derive(Clone, PartialEq, Properties)]
pub struct SolveViewProps {
    pub state: Rc<State>,
    pub dispatch: UseReducerDispatcher<State>,
    pub solver: Solver,
}

/// The solver's status and result.
#[component]
pub fn SolveView(props: &SolveViewProps) -> Html {
    let SolveViewProps { state, dispatch, solver } = props;
    use_kept_keyboard(std::mem::discriminant(&state.run.value), ".road");
    let run = solver.run.reform(|_: MouseEvent| ());
    let old = !state.run_fresh() && state.outcome().is_some();
    let again =
        old.then(|| html! { <button class="run" onclick={run.clone()}>{ "Run again" }</button> });
    let body = match &state.run.value {
        SolverStatus::Idle if state.has_errors() => html! {
            <p class="empty">{ "The text has errors; Hornbook can solve it when they are gone." }</p>
        },
        SolverStatus::Idle => html! {
            <div class="invite">
                <button class="run" onclick={run}>{ "Run" }</button>
                <span>{ "to look for an invariant, or for a run that breaks an assertion." }</span>
            </div>
        },
        SolverStatus::Running(progress) => html! {
            <>
                <SearchProgress progress={progress.clone()} />
                <AttemptList attempts={Rc::new(progress.attempts.clone())} options={state.options.clone()} dispatch={dispatch.clone()} />
            </>
        },
        SolverStatus::Stopped(progress) => html! {
            <>
                <Notice kind="soft" sign="■" title={if state.run_fresh() { "Stopped" } else { "Stopped, for an older text" }} text={work(progress)} />
                <button class="run" onclick={run}>{ "Run again" }</button>
            </>
        },
        SolverStatus::Crashed(reason) => html! {
            <>
                <Notice kind="bad" sign="!" title="Hornbook broke down" text={reason.clone()} />
                <p>{ "Your text is safe, and a fresh solver stands ready. Please report this program." }</p>
            </>
        },
        SolverStatus::Done(found) => {
            let in_force = state.options_in_force().choices;
            html! {
                <VerdictView found={found.clone()} picked={state.examined} options={state.options.clone()}
                    abstraction={in_force.abstraction_or_default()} heuristic={in_force.heuristic_or_default()} step={state.step} text={state.text.clone()} fresh={state.run_fresh()} reconciled={reconciled(state)} dispatch={dispatch.clone()} />
            }
        }
    };
    html! {
        <div class="solve" data-testid="solve">
            { for again }
            { body }
            <TaskList state={state.clone()} dispatch={dispatch.clone()} />
            if !state.has_errors() || state.trials.is_some() { <TrialsPanel state={state.clone()} dispatch={dispatch.clone()} /> }
        </div>
    }
}

fn work(progress: &Progress) -> String {
    let n = progress.statistics.questions;
    let times = if n == 1 { "question" } else { "questions" };
    format!("after {n} {times} to the arithmetic")
}

#[derive(Clone, PartialEq, Properties)]
struct SearchProgressProps {
    progress: Progress,
}

/// The progress of a running search.
#[component]
fn SearchProgress(props: &SearchProgressProps) -> Html {
    let Progress { doing, round, statistics, lemmas, .. } = &props.progress;
    let doing = if doing.is_empty() { "starting" } else { doing.as_str() };
    html! {
        <div class="search" data-testid="search">
            <p class="search-now"><span class="spinner" aria-hidden="true"></span>{ doing }{ " …" }</p>
            <dl class="numbers">
                <div><dt><Gloss term={Term::Round} /></dt><dd>{ *round }</dd></div>
                <div><dt><Gloss term={Term::Question}>{ "questions to the arithmetic" }</Gloss></dt><dd>{ statistics.questions }</dd></div>
                <div><dt><Gloss term={Term::Lemma}>{ "lemmas" }</Gloss></dt><dd>{ statistics.lemmas }</dd></div>
            </dl>
            if !lemmas.is_empty() {
                <p class="why">{ "Found last:" }</p>
                <ul class="lemmas">{ for lemmas.iter().map(|lemma| html! { <li>{ lemma }</li> }) }</ul>
            }
        </div>
    }
}

#[derive(Clone, PartialEq, Properties)]
struct VerdictViewProps {
    found: Shared<state::SolverResult>,
    /// The place of the assertion that was picked.
    picked: Option<usize>,
    options: Options,
    /// The abstraction that holds, whoever has chosen it.
    abstraction: ChosenAbstraction,
    /// The heuristic that holds.
    heuristic: Heuristic,
    step: usize,
    /// The text in the editor.
    text: Rc<str>,
    fresh: bool,
    /// Why the verdict and a loss do not contradict each other, where there are both.
    reconciled: Option<&'static str>,
    dispatch: UseReducerDispatcher<State>,
}

/// The verdict and its evidence.
#[component]
fn VerdictView(props: &VerdictViewProps) -> Html {
    let VerdictViewProps { found, options, abstraction, step, fresh, dispatch, .. } = props;
    let outcome = &found.outcome;
    let examined = state::examined(outcome, props.picked);
    let proof = match state::evidence(outcome, examined) {
        Verdict::Buggy(run) => html! {
            <TracePlayer key={run.assert.0} run={(**run).clone()} step={*step} dispatch={dispatch.clone()} />
        },
        Verdict::TooWeak { tree, why, abstracted } => html! {
            <>
                <p class="reason">{ sentence(why) }</p>
                if let Some(advice) = &outcome.advice {
                    <p class="reason" data-testid="advice">
                        { "The abstraction " }<code>{ advice.clone() }</code>
                        { if abstraction.choice().is_some_and(|choice| !choice.by_name.is_empty()) { " for all arrays" } else { "" } }
                        { " certifies claims that this one is too weak for. " }
                        <Adopt options={options.with_abstraction(advice.parse().ok())} words="Choose it" dispatch={dispatch.clone()} />
                    </p>
                } else if !outcome.attempts.tried.is_empty() {
                    <p class="reason">{ "The claim is not about single cells: look at the attempts with ghost variables." }</p>
                } else if let Some(relevant) = relevant_cells(options, props.heuristic).filter(|_| *abstracted) {
                    <p><Adopt options={relevant} words="Choose all relevant cells" dispatch={dispatch.clone()} /></p>
                } else if let Some(more) = more_cells(options, abstraction).filter(|_| *abstracted) {
                    <p><Adopt options={more} words="Watch one more cell of each array" dispatch={dispatch.clone()} /></p>
                }
                if let Some(place) = examined.or_else(|| outcome.assertions.iter().position(|a| a.verdict == outcome.verdict)) {
                    <ConcreteTracesView tree={tree.clone()} {place} fresh={*fresh} dispatch={dispatch.clone()} />
                }
            </>
        },
        Verdict::Unknown(reason) => {
            html! { <p class="reason">{ sentence(&reason.describe()) }</p> }
        }
        // The derivation stands in the focus pane.
        Verdict::Certified | Verdict::Refuted(_) => html! {},
    };
    let attempts = html! {
        <AttemptList attempts={Rc::new(outcome.attempts.clone())} options={options.clone()} dispatch={dispatch.clone()} />
    };
    let picked = examined.and_then(|place| outcome.assertions.get(place)).map(|claim| claim.id);
    let is_picked = |claim: &&OpenClaim| picked.is_none_or(|id| claim.assert == id);
    let open = outcome.open.iter().filter(is_picked).map(|claim| html! {
        <OpenQuestion claim={claim.clone()} text={props.text.clone()} options={options.clone()} fresh={*fresh} dispatch={dispatch.clone()} />
    });
    let some_certified = outcome.assertions.iter().any(|a| a.verdict == Verdict::Certified);
    let shown = some_certified || outcome.verdict == Verdict::Certified;
    let invariants = outcome.invariants.iter().enumerate();
    let loops = invariants.filter(|(_, i)| i.loop_head && shown).map(|(place, invariant)| {
        html! { <InvariantCard key={invariant.name.clone()} invariant={invariant.clone()} {place} fresh={*fresh} dispatch={dispatch.clone()} /> }
    });
    html! {
        <>
            <VerdictBanner found={found.clone()} />
            // Without a proof, the attempts say more than the limits of one cell.
            if outcome.instrumented.is_empty() { { attempts.clone() } }
            if let Some(words) = verdict_banner::unreached(outcome) {
                <p class="reason" data-testid="unreached">{ words }</p>
            }
            if let Some(words) = verdict_banner::ways(outcome) {
                <p class="why" data-testid="ways">{ words }</p>
            }
            if outcome.assertions.len() > 1 {
                <ul class="assertions" aria-label="Assertions">
                    { for outcome.assertions.iter().enumerate().map(|(n, a)| assertion(n, a, examined == Some(n), dispatch)) }
                </ul>
            }
            if let Some(assertion) = examined {
                <Story found={found.clone()} {assertion} fresh={*fresh} dispatch={dispatch.clone()} />
            }
            { proof }
            { for open }
            { for outcome.instrumented.iter().map(|instrumented| html! {
                <GhostCard instrumented={instrumented.clone()} options={options.clone()} dispatch={dispatch.clone()} />
            }) }
            { for loops }
            if !outcome.instrumented.is_empty() { { attempts } }
            <StrategyTable strategies={Rc::new(outcome.strategies.clone())} open={matches!(outcome.verdict, Verdict::Unknown(_))} />
            if let Some(words) = props.reconciled {
                <p class="reason" data-testid="reconciled">{ words }</p>
            }
        </>
    }
}

/// The choices with all relevant cells, where the heuristic takes fewer.
fn relevant_cells(options: &Options, heuristic: Heuristic) -> Option<Options> {
    let fewer = matches!(heuristic, Heuristic::RelevantBasic | Heuristic::Mg16 | Heuristic::Ma15);
    fewer.then(|| options.with_heuristic(Some(Heuristic::Relevant)))
}

/// The choices with one more cell, where that is on offer.
fn more_cells(options: &Options, abstraction: &ChosenAbstraction) -> Option<Options> {
    let all = |n: usize| ChosenAbstraction::default().with_all(Sigma::cells(n));
    let next = (1..=2).find(|n| *abstraction == all(*n))? + 1;
    Some(options.with_abstraction(Some(all(next))))
}

/// A sentence begins with a capital and ends with a full stop.
fn sentence(text: &str) -> String {
    format!("{}.", capitalised(text))
}

/// The verdict on an assertion; a click shows its evidence.
fn assertion(
    place: usize,
    outcome: &AssertionOutcome,
    examined: bool,
    dispatch: &UseReducerDispatcher<State>,
) -> Html {
    let (class, sign) = sign_of(&outcome.verdict);
    let dispatch = dispatch.clone();
    let onclick = Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::Examine(place)));
    html! {
        <li>
            <button {onclick} aria-pressed={examined.to_string()}>
                <span class={classes!("chip", class)}>{ sign }{ " " }{ outcome.verdict.name().replace('-', " ") }</span>
                { format!("line {}", outcome.line) }
                { match outcome.kind {
                    AssertionKind::Asserted => "",
                    AssertionKind::Hint => " · hint",
                    AssertionKind::Bounds => " · bounds",
                    AssertionKind::Divisor => " · divisor",
                    AssertionKind::Requires => " · requires",
                    AssertionKind::Ensures => " · ensures",
                } }
                if outcome.unreached { { " · no run reaches it" } }
            </button>
        </li>
    }
}
