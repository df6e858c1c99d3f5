//! The verdicts that other choices lead to, side by side.

use super::axis_buttons::AxisButtons;
use super::verdict_banner::{lines, sign, sign_of, title, unreached};
use crate::decimal::Fixed;
use crate::hooks::{bring_verdict_into_view, use_in_view, use_kept_keyboard};
use crate::state::{Action, SolverResult, State};
use crate::trials::{Trial, TrialStatus, Trials, same};
use hornbook_base::text::capitalised;
use hornbook_protocol::Options;
use hornbook_protocol::compare::ComparisonAxis;
use hornbook_records::{AssertionOutcome, Outcome, Verdict};
use std::rc::Rc;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct TrialsPanelProps {
    pub state: Rc<State>,
    pub dispatch: UseReducerDispatcher<State>,
}

/// A button for each axis, and below them the result of each choice.
#[component]
pub fn TrialsPanel(props: &TrialsPanelProps) -> Html {
    let TrialsPanelProps { state, dispatch } = props;
    let trials = state.trials.as_ref();
    let fresh = state.trials_fresh();
    let in_force = state.options_in_force();
    let ask = {
        let dispatch = dispatch.clone();
        Callback::from(move |axis: Option<ComparisonAxis>| {
            dispatch.dispatch(Action::CompareVerdicts(axis))
        })
    };
    let panel = use_node_ref();
    use_in_view(&panel, trials.is_some());
    let standing = trials.map(|trials| TrialsStatus::from_trials(trials, fresh, state.running()));
    // Buttons go away when they are pressed, or when all is done.
    let buttons = (trials.map(|trials| chosen(trials, &in_force)), standing);
    use_kept_keyboard(buttons, ".road");
    html! {
        <section class="comparison" ref={panel} aria-label="Verdicts of other choices" data-testid="trials">
            <h3>{ "What would other choices say?" }</h3>
            <AxisButtons asked={trials.map(|trials| trials.axis.clone())} options={in_force.clone()}
                enabled={state.fresh() && !state.has_errors()} name="try" {ask} />
            if let Some((trials, standing)) = trials.zip(standing) {
                <div class="axes">
                    <p class="why" data-testid="try-progress">{ standing.words(trials) }</p>
                    { standing.button(trials, dispatch) }
                </div>
                { list(trials, state.next_trial().map(|(n, _)| n), fresh, &in_force, dispatch) }
            }
            <p class="spoken" role="status">{ trials.zip(standing).map(|(trials, standing)| standing.announcement(trials)) }</p>
        </section>
    }
}

/// The status of all trials.
#[derive(Clone, Copy, PartialEq)]
enum TrialsStatus {
    /// They are about another text, or other choices.
    Old,
    /// All have ended.
    Done,
    /// The student has stopped them.
    Stopped,
    /// They wait for the run of the text.
    Behind,
    /// One of them is being tried.
    Running,
}

impl TrialsStatus {
    fn from_trials(trials: &Trials, fresh: bool, running: bool) -> TrialsStatus {
        match () {
            () if !fresh => TrialsStatus::Old,
            () if trials.ended() == trials.list.len() => TrialsStatus::Done,
            () if trials.stopped => TrialsStatus::Stopped,
            () if running => TrialsStatus::Behind,
            () => TrialsStatus::Running,
        }
    }

    fn words(self, trials: &Trials) -> String {
        let (ended, all) = (trials.ended(), trials.list.len());
        match self {
            TrialsStatus::Old => {
                "These verdicts are about an older text or older choices.".to_owned()
            }
            TrialsStatus::Done if all == 1 => "The other choice equals the present one.".to_owned(),
            TrialsStatus::Done => format!("{all} choices were tried."),
            TrialsStatus::Stopped => format!("Stopped after {ended} of {all} choices."),
            TrialsStatus::Behind => {
                format!("{ended} of {all} were tried; the run goes before the rest.")
            }
            TrialsStatus::Running => {
                format!(
                    "{ended} of {all} were tried; each is given up after about {} seconds.",
                    trials.limit()
                )
            }
        }
    }

    /// The words that screen readers announce: not each step on the way.
    fn announcement(self, trials: &Trials) -> String {
        match self {
            TrialsStatus::Done | TrialsStatus::Stopped => self.words(trials),
            TrialsStatus::Old | TrialsStatus::Behind | TrialsStatus::Running => String::new(),
        }
    }

    /// A button that stops the trials, continues them, or restarts them for the current text.
    fn button(self, trials: &Trials, dispatch: &UseReducerDispatcher<State>) -> Html {
        let (axis, dispatch) = (trials.axis.clone(), dispatch.clone());
        let words = match self {
            TrialsStatus::Old => "Compare again",
            TrialsStatus::Stopped => "Go on",
            TrialsStatus::Behind | TrialsStatus::Running => "Stop comparing",
            TrialsStatus::Done => return html! {},
        };
        let onclick = Callback::from(move |_: MouseEvent| {
            dispatch.dispatch(match self {
                TrialsStatus::Old => Action::CompareVerdicts(Some(axis.clone())),
                TrialsStatus::Stopped => Action::ResumeTrials,
                _ => Action::StopTrials,
            });
        });
        html! { <button {onclick} data-testid="try-halt">{ words }</button> }
    }
}

/// The place of the choice that is made, if it is one of those.
fn chosen(trials: &Trials, in_force: &Options) -> Option<usize> {
    trials.list.iter().position(|trial| same(&trial.options, in_force))
}

/// A card for each choice. The one at the place `running` is being tried.
fn list(
    trials: &Trials,
    running: Option<usize>,
    fresh: bool,
    in_force: &Options,
    dispatch: &UseReducerDispatcher<State>,
) -> Html {
    let chosen = chosen(trials, in_force);
    let cards = trials.list.iter().enumerate().map(|(n, trial)| {
        let chosen = chosen == Some(n);
        let adopt = {
            let dispatch = dispatch.clone();
            Callback::from(move |_: MouseEvent| {
                dispatch.dispatch(Action::AdoptTrial(n));
                bring_verdict_into_view();
            })
        };
        let choices = &trial.options.choices;
        let abstraction = choices.abstraction_or_default().to_string();
        let heuristic = choices.heuristic_or_default();
        html! {
            <li class={classes!("trial", chosen.then_some("now"))} data-testid="trial">
                <h4>
                    <code>{ &abstraction }</code>
                    <span class="chip">{ heuristic.name() }</span>
                    if chosen { <span class="chip from">{ "chosen" }</span> }
                </h4>
                { status_chip(trial, running == Some(n), fresh) }
                if fresh && !chosen && matches!(trial.standing, TrialStatus::Done(_)) {
                    <button class="adopt" onclick={adopt} data-testid="try-adopt">
                        { "Choose it" }<span class="spoken">{ format!(" ({abstraction} with {heuristic})") }</span>
                    </button>
                }
            </li>
        }
    });
    html! { <ol class={classes!("trials", (!fresh).then_some("old"))} aria-label="Choices and their verdicts">{ for cards }</ol> }
}

fn status_chip(trial: &Trial, running: bool, fresh: bool) -> Html {
    match &trial.standing {
        TrialStatus::Done(found) => verdict(found),
        TrialStatus::Failed(reason) => html! { <p class="wrong">{ reason }</p> },
        TrialStatus::Waiting | TrialStatus::Running(_) if !running => {
            html! { <p class="why">{ if fresh { "not tried yet" } else { "not tried" } }</p> }
        }
        TrialStatus::Waiting => trying("starting …".to_owned()),
        TrialStatus::Running(progress) => {
            trying(format!("{} questions so far", progress.statistics.questions))
        }
    }
}

fn trying(words: String) -> Html {
    html! { <p class="why"><span class="spinner" aria-hidden="true"></span>{ " " }{ words }</p> }
}

/// The verdict's name, its time, and remarks.
fn verdict(found: &SolverResult) -> Html {
    let outcome = &found.outcome;
    let (class, sign) = sign(outcome);
    html! {
        <>
            <p class="outcome">
                <span class={classes!("chip", class)}>{ sign }{ " " }{ outcome.verdict.name().replace('-', " ") }</span>
                <span class="why">{ format!("{} s", Fixed::<2>(found.milliseconds / 1000.0)) }</span>
            </p>
            if outcome.assertions.len() > 1 {
                <ul class="each" aria-label="Assertions">{ for outcome.assertions.iter().map(assertion) }</ul>
            }
            <p>
                { format!("{}.", capitalised(&words(outcome))) }{ remarks(outcome) }
                if !found.ended { { " It was given up; Run may find more." } }
            </p>
        </>
    }
}

/// The verdict on one assertion.
fn assertion(assertion: &AssertionOutcome) -> Html {
    let (class, sign) = sign_of(&assertion.verdict);
    let name = assertion.verdict.name().replace('-', " ");
    html! {
        <li class={classes!("chip", class)}>
            <span aria-hidden="true">{ sign }{ " " }</span>{ format!("line {}", assertion.line) }
            <span class="spoken">{ format!(" {name}") }</span>
        </li>
    }
}

/// The verdict in one sentence without its name. The cards of the other choices show whether abstraction or
/// heuristic is to blame.
fn words(outcome: &Outcome) -> String {
    match &outcome.verdict {
        Verdict::TooWeak { .. } => {
            let which = lines(outcome, |v| matches!(v, Verdict::TooWeak { .. }));
            format!("{which} cannot be proved this way")
        }
        _ => {
            let title = title(outcome);
            title.split_once(": ").map_or(&*title, |(_, rest)| rest).to_owned()
        }
    }
}

/// Remarks on how far the verdict can be trusted.
fn remarks(outcome: &Outcome) -> Html {
    match &outcome.verdict {
        Verdict::Certified => html! {
            <>
                if let Some(abstraction) = outcome.abstraction.as_ref().filter(|_| outcome.rests_on_abstraction()) { { " It was " }<code>{ abstraction.clone() }</code>{ " that sufficed." } }
                if let Some(unreached) = unreached(outcome) { { " " }{ unreached } }
            </>
        },
        Verdict::Buggy(run) if !run.choices.is_empty() => {
            html! { <>{ " It begins with " }<code>{ run.choices_in_short() }</code>{ "." }</> }
        }
        Verdict::Unknown(reason) => html! { { format!(" {}.", capitalised(&reason.describe())) } },
        _ => html! {},
    }
}
