//! The last stage: the search, then the verdict.

use super::adopt::Adopt;
use super::attempt_list::AttemptList;
use super::completeness::reconciled;
use super::concrete_traces_view::ConcreteTracesView;
use super::ghost_card::GhostCard;
use super::gloss::Gloss;
use super::invariant_card::InvariantCard;
use super::judgement_view::{self, JudgementView};
use super::open_question::OpenQuestion;
use super::prediction::{self, Prediction};
use super::presentation::Presentation;
use super::prose::Prose;
use super::story::{Story, ToldStory, use_told_story};
use super::strategy_table::StrategyTable;
use super::task_list::TaskList;
use super::trace_player::TracePlayer;
use super::trials_panel::TrialsPanel;
use super::verdict_banner::{self, Notice, VerdictBanner, sign_of};
use super::withheld::stand_in;
use crate::glossary::Term;
use crate::hooks::{Solver, VISITED, remembered, use_kept_keyboard};
use crate::records::Shared;
use crate::state::{self, Action, FoundDisplay, SecondLookStatus, SolverStatus, State};
use crate::text::has_lines;
use gloo_timers::callback::Interval;
use hornbook_abstraction::heuristic::Heuristic;
use hornbook_abstraction::sigma::Sigma;
use hornbook_base::text::capitalised;
use hornbook_lang::typed::AssertionKind;
use hornbook_protocol::{MAX_SECONDS, Options};
use hornbook_records::outcome::MODULAR_CALLS;
use hornbook_records::{
    AssertionOutcome, OpenClaim, Outcome, Progress, RunWarning, RunWarningKind, Verdict,
};
use hornbook_tasks::choices::{Choices, ChosenAbstraction, InvariantsChoice};
use std::rc::Rc;
use yew::prelude::*;

/// Properties of [`SolveView`].
#[derive(Clone, PartialEq, Properties)]
pub struct SolveViewProps {
    pub state: Rc<State>,
    pub dispatch: UseReducerDispatcher<State>,
    pub solver: Solver,
    /// Whether the other stages are out of sight.
    #[prop_or_default]
    pub alone: bool,
}

/// The solver's status and result.
#[component]
pub fn SolveView(props: &SolveViewProps) -> Html {
    let SolveViewProps { state, dispatch, solver, alone } = props;
    use_kept_keyboard(std::mem::discriminant(&state.run.value), ".road");
    let told = use_told_story(state);
    // The first screen has only what everybody needs.
    let is_first = *use_memo((), |()| !remembered(VISITED).unwrap_or(false));
    let run = solver.run.reform(|_: MouseEvent| ());
    let old = !state.run_fresh() && state.outcome().is_some();
    let again =
        old.then(|| html! { <button class="run" onclick={run.clone()}>{ "Run again" }</button> });
    let body = match &state.run.value {
        SolverStatus::Idle if state.has_empty_blank() => html! {
            <p class="empty">{ "Fill the blanks of the exercise below the program, and press Check." }</p>
        },
        SolverStatus::Idle if state.has_errors() => html! {
            <p class="empty">{ "The text has errors, which are underlined in it and listed below it; Hornbook can solve it when they are gone." }</p>
        },
        SolverStatus::Idle => html! {
            <div class="invite">
                <Prediction state={state.clone()} dispatch={dispatch.clone()} solver={solver.clone()} />
                if !alone || prediction::question(state).is_none() {
                    <button class="run" onclick={run}>{ "Run" }</button>
                    <span>{ "to look for an invariant, or for a run that breaks an assertion." }</span>
                }
                if !is_first && prediction::question(state).is_some() { { present_button(dispatch, solver) } }
                { judge_button(&state.options, &state.text, dispatch) }
            </div>
        },
        SolverStatus::Running(progress) => html! {
            <>
                <SearchProgress progress={progress.clone()} hides_found={state.hides_found} />
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
                    abstraction={in_force.abstraction_or_default()} heuristic={in_force.heuristic_or_default()} step={state.step} prediction={state.prediction} text={state.text.clone()} told={told.clone()} slide={state.slide} display={state.found_display()} fresh={state.run_fresh()} reconciled={reconciled(state)} dispatch={dispatch.clone()} />
            }
        }
    };
    html! {
        <div class="solve" data-testid="solve">
            { for again }
            // One element, so that what replaces it stands in its place.
            <div>{ body }</div>
            // A task may be a program with facts that were found.
            if !alone && !state.hides_found { <TaskList state={state.clone()} dispatch={dispatch.clone()} /> }
            <Presentation state={state.clone()} {told} dispatch={dispatch.clone()} />
            if !(state.has_errors() || *alone) || state.trials.is_some() { <TrialsPanel state={state.clone()} dispatch={dispatch.clone()} /> }
        </div>
    }
}

/// The choice by which calls do not go by contracts, as the page offers it.
const MODULAR_MENU: &str = "“modular” in the menu “calls” of the options";

/// A button that shows the program and its question on the whole screen, while the answer is looked for.
fn present_button(dispatch: &UseReducerDispatcher<State>, solver: &Solver) -> Html {
    let (dispatch, run) = (dispatch.clone(), solver.run.clone());
    let onclick = Callback::from(move |_: MouseEvent| {
        dispatch.dispatch(Action::Present(Some(0)));
        run.emit(());
    });
    html! { <button class="quiet" {onclick} title="Ask a class on the whole screen, while Hornbook looks for the answer" data-testid="present-question">{ "Present" }</button> }
}

/// A button that has the reader's own lines about loops judged, where there are some.
fn judge_button(
    options: &Options,
    text: &str,
    dispatch: &UseReducerDispatcher<State>,
) -> Option<Html> {
    (has_lines(text) && !options.judges_lines()).then(|| {
        let given = options.with_invariants(InvariantsChoice::Given);
        html! {
            <p class="judge">
                <Adopt options={given} words="Judge my invariants" dispatch={dispatch.clone()} />
                { " by exactly what is written: does each start true, stay true, and are they enough?" }
            </p>
        }
    })
}

/// A sentence beside a certificate of a program with the reader's own lines about loops: it says nothing of these alone.
fn lines_added(options: &Options, outcome: &Outcome, text: &str) -> Option<Html> {
    let is_certified = outcome.verdict == Verdict::Certified;
    (has_lines(text) && !options.judges_lines() && is_certified).then(|| {
        html! {
            <p class="reason" data-testid="lines-added">
                { "Your lines hold, but the proof may rest on lines that the solver has added. Whether yours suffice is another question:" }
            </p>
        }
    })
}

fn work(progress: &Progress) -> String {
    let n = progress.statistics.questions;
    let times = if n == 1 { "question" } else { "questions" };
    format!("after {n} {times} to the arithmetic")
}

/// The seconds since the component is there.
#[hook]
fn use_elapsed() -> u32 {
    let seconds = use_state_eq(|| 0);
    {
        let seconds = seconds.clone();
        use_effect_with((), move |()| {
            let start = js_sys::Date::now();
            let tick = move || seconds.set(((js_sys::Date::now() - start) / 1_000.0) as u32);
            let interval = Interval::new(1_000, tick);
            move || drop(interval)
        });
    }
    *seconds
}

#[derive(Clone, PartialEq, Properties)]
struct SearchProgressProps {
    progress: Progress,
    /// Whether what is found is not shown.
    hides_found: bool,
}

/// The progress of a running search.
#[component]
fn SearchProgress(props: &SearchProgressProps) -> Html {
    let Progress { doing, round, statistics, lemmas, .. } = &props.progress;
    let doing = if doing.is_empty() { "starting" } else { doing.as_str() };
    let seconds = use_elapsed();
    html! {
        <div class="search" data-testid="search">
            <p class="search-now"><span class="spinner" aria-hidden="true"></span>{ doing }{ " …" }</p>
            <dl class="numbers">
                <div><dt>{ "seconds" }</dt><dd data-testid="elapsed">{ seconds }</dd></div>
                <div><dt><Gloss term={Term::Round} /></dt><dd>{ *round }</dd></div>
                <div><dt><Gloss term={Term::Question}>{ "questions to the arithmetic" }</Gloss></dt><dd>{ statistics.questions }</dd></div>
                <div><dt><Gloss term={Term::Lemma}>{ "lemmas" }</Gloss></dt><dd>{ statistics.lemmas }</dd></div>
            </dl>
            if !lemmas.is_empty() && !props.hides_found {
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
    /// Whether the claims hold, as the reader has said.
    prediction: Option<bool>,
    /// The text in the editor.
    text: Rc<str>,
    /// The story of the verdict, once it is written.
    told: Option<ToldStory>,
    /// The slide on view.
    slide: Option<usize>,
    /// Whether found invariants are on view.
    display: FoundDisplay,
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
    let hides_found = props.display == FoundDisplay::Hidden;
    let examined = state::examined(outcome, props.picked);
    let proof = match state::evidence(outcome, examined) {
        Verdict::Buggy(run) => html! {
            <TracePlayer key={run.assert.0} run={(**run).clone()} step={*step} fresh={*fresh} dispatch={dispatch.clone()} />
        },
        Verdict::NotShown(run) => html! {
            <>
                <p class="why" data-testid="no-run">{ "These steps are allowed by your lines; no run need come to where they begin:" }</p>
                <TracePlayer key={run.assert.0} run={(**run).clone()} step={*step} fresh={*fresh} dispatch={dispatch.clone()} />
            </>
        },
        Verdict::TooWeak { tree, why, abstracted, .. } => html! {
            <>
                <p class="reason" data-testid="why-too-weak"><Prose text={sentence(&why.replace(MODULAR_CALLS, MODULAR_MENU))} /></p>
                if let Some(advice) = &outcome.advice {
                    <p class="reason" data-testid="advice">
                        { "The abstraction " }<code>{ advice.clone() }</code>
                        { if abstraction.choice().is_some_and(|choice| !choice.by_name.is_empty()) { " for all arrays" } else { "" } }
                        { " certifies claims that this one is too weak for. " }
                        <Adopt options={options.with_abstraction(advice.parse().ok())} words="Choose it" dispatch={dispatch.clone()} />
                    </p>
                } else if !outcome.attempts.tried.is_empty() {
                    <p class="reason">{ "Ghost variables were tried, too: look at the attempts." }</p>
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
        Verdict::Unknown(_) if !found.ended => go_on(options, dispatch),
        Verdict::Unknown(reason) => {
            html! { <p class="reason">{ sentence(&reason.describe()) }</p> }
        }
        // The derivation stands in the focus pane.
        Verdict::Certified | Verdict::NothingAsserted | Verdict::Refuted(_) => html! {},
    };
    let attempts = html! {
        <AttemptList attempts={Rc::new(outcome.attempts.clone())} options={options.clone()} dispatch={dispatch.clone()} />
    };
    let picked = examined.and_then(|place| outcome.assertions.get(place)).map(|claim| claim.id);
    let is_picked = |claim: &&OpenClaim| picked.is_none_or(|id| claim.assert == id);
    let open = outcome.open.iter().filter(is_picked).map(|claim| html! {
        <OpenQuestion claim={claim.clone()} text={props.text.clone()} options={options.clone()} fresh={*fresh} {hides_found} dispatch={dispatch.clone()} />
    });
    let some_certified = outcome.assertions.iter().any(|a| a.verdict == Verdict::Certified);
    let shown =
        some_certified || matches!(outcome.verdict, Verdict::Certified | Verdict::NothingAsserted);
    html! {
        <>
            <div class="verdict-words">
                <VerdictBanner found={found.clone()} />
                if let Some(words) = prediction::compare(props.prediction, outcome) {
                    <p class="reason" data-testid="predicted">{ words }</p>
                }
                if let Some(words) = judgement_view::answers(outcome) {
                    <p class="reason" data-testid="judged-answer">{ words }</p>
                }
            </div>
            { for outcome.warnings.iter().map(|warning| run_warning(warning, options, dispatch)) }
            // Without a proof, the attempts say more than the limits of one cell.
            if outcome.instrumented.is_empty() { { attempts.clone() } }
            if let Some(words) = verdict_banner::unreached(outcome) {
                <p class="reason" data-testid="unreached">{ words }</p>
            }
            if let Some(words) = verdict_banner::ways(outcome) {
                <p class="why" data-testid="ways">{ words }</p>
            }
            // A judgement says more about each of them.
            if outcome.assertions.len() > 1 && outcome.judgement.is_none() {
                <ul class="assertions" aria-label="Assertions">
                    { for outcome.assertions.iter().enumerate().map(|(n, a)| assertion(n, a, examined == Some(n), dispatch)) }
                </ul>
            }
            if let Some(judgement) = &outcome.judgement {
                <JudgementView judgement={Rc::new(judgement.clone())} options={options.clone()} text={props.text.clone()} fresh={*fresh} {hides_found} dispatch={dispatch.clone()} />
            } else {
                { lines_added(options, outcome, &props.text) }
                { judge_button(options, &props.text, dispatch) }
            }
            if let Some(told) = &props.told {
                <Story told={told.clone()} slide={props.slide} dispatch={dispatch.clone()} />
            }
            { proof }
            { for open }
            { found_facts(props, shown) }
            if !outcome.instrumented.is_empty() && props.display == FoundDisplay::Shown { { attempts } }
            <StrategyTable strategies={Rc::new(outcome.strategies.clone())} open={matches!(outcome.verdict, Verdict::Unknown(_))} />
            if let Some(words) = props.reconciled {
                <p class="reason" data-testid="reconciled">{ words }</p>
            }
        </>
    }
}

/// Facts about ghost variables, and where something is certified the invariants of the loops; or a sentence in
/// their place.
fn found_facts(props: &VerdictViewProps, some_certified: bool) -> Html {
    let VerdictViewProps { found, options, fresh, dispatch, display, .. } = props;
    let outcome = &found.outcome;
    let invariants = outcome.invariants.iter().enumerate();
    let mut loops = invariants.filter(|(_, i)| i.loop_head && some_certified).peekable();
    let has_some = loops.peek().is_some() || !outcome.instrumented.is_empty();
    if let Some(instead) = stand_in(*display, dispatch) {
        return if has_some {
            instead
        } else {
            html! {}
        };
    }
    let silent = outcome.verdict == Verdict::NothingAsserted && loops.peek().is_some();
    html! {
        <>
            if silent { <p class="why">{ "The invariants say what the program does:" }</p> }
            if found.second_look == SecondLookStatus::Found {
                <p class="why" data-testid="second-look">{ "These invariants were found by a second look: they are shorter than the first ones." }</p>
            }
            { for outcome.instrumented.iter().map(|instrumented| html! {
                <GhostCard instrumented={instrumented.clone()} options={options.clone()} dispatch={dispatch.clone()} />
            }) }
            { for loops.map(|(place, invariant)| html! {
                <InvariantCard key={invariant.name.clone()} invariant={invariant.clone()} {place} fresh={*fresh} dispatch={dispatch.clone()} />
            }) }
        </>
    }
}

/// A run that the verdict says nothing of.
fn run_warning(
    warning: &RunWarning,
    options: &Options,
    dispatch: &UseReducerDispatcher<State>,
) -> Html {
    let checking = || Choices { check_bounds: true, ..options.choices.clone() };
    let remark = match warning.kind {
        RunWarningKind::BeyondLength => {
            Some(" Arrays have cells there, too, and the verdict is about those. ")
        }
        RunWarningKind::ByZero => Some(
            " There the quotient is 0 and the remainder the number itself, and the verdict is about those. ",
        ),
        RunWarningKind::Endless => None,
    };
    html! {
        <p class="reason" data-testid="run-warning">
            <Prose text={warning.text.clone()} />
            if let Some(remark) = remark {
                { remark }
                <Adopt options={options.with_choices(checking())} words={if warning.kind == RunWarningKind::ByZero { "Check divisors and bounds" } else { "Check bounds" }} dispatch={dispatch.clone()} />
            }
        </p>
    }
}

/// How many times as long the next search may take.
const GO_ON: u32 = 4;

/// A button for a longer search.
fn go_on(options: &Options, dispatch: &UseReducerDispatcher<State>) -> Html {
    let seconds = options.seconds.saturating_mul(GO_ON).min(MAX_SECONDS);
    let time = match seconds {
        under if under < 120 => format!("{under} seconds"),
        over => format!("{} minutes", over / 60),
    };
    let longer = Options { seconds, ..options.clone() };
    html! {
        <p class="reason" data-testid="go-on">
            { "The time was over before an answer was found. " }
            if seconds > options.seconds {
                { format!("A search from the beginning may take {time}. ") }
                <Adopt options={longer} words="Go on" dispatch={dispatch.clone()} />
            }
        </p>
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
                    AssertionKind::Invariant => " · invariant",
                    AssertionKind::Decreases => " · decreases",
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
