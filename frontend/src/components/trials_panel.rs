//! The verdicts that other choices lead to, side by side.

use super::axes::{Axes, use_in_view};
use super::verdict_banner::{sign, title};
use crate::compare::Axis;
use crate::decimal::Fixed;
use crate::protocol::Options;
use crate::state::{Action, Found, State};
use crate::trials::{SECONDS, Standing, Trial, Trials};
use hornbook_core::base::text::capitalised;
use hornbook_core::explain::Verdict;
use std::rc::Rc;
use yew::prelude::*;

/// Properties of [`TrialsPanel`].
#[derive(Clone, PartialEq, Properties)]
pub struct TrialsPanelProps {
    /// What the page knows.
    pub state: Rc<State>,
    /// Where actions go.
    pub dispatch: UseReducerDispatcher<State>,
}

/// A button for each thing that can be compared, and below them what came of each choice.
#[component]
pub fn TrialsPanel(props: &TrialsPanelProps) -> Html {
    let TrialsPanelProps { state, dispatch } = props;
    let trials = state.trials.as_ref();
    let ask = {
        let dispatch = dispatch.clone();
        Callback::from(move |axis: Option<Axis>| dispatch.dispatch(Action::CompareVerdicts(axis)))
    };
    let panel = use_node_ref();
    use_in_view(&panel, trials.is_some());
    let enabled = state.fresh() && !state.has_errors();
    html! {
        <section class="comparison" ref={panel} aria-label="Verdicts of other choices" data-testid="trials">
            <h3>{ "What would other choices say?" }</h3>
            <Axes asked={trials.map(|trials| trials.axis.clone())} options={state.options_in_force()} {enabled} name="try" {ask} />
            if let Some(trials) = trials {
                { progress(trials, state.trials_fresh(), dispatch) }
                { list(trials, state, dispatch) }
            }
        </section>
    }
}

/// How far the trials are, and Stop. Only the end is read aloud.
fn progress(trials: &Trials, fresh: bool, dispatch: &UseReducerDispatcher<State>) -> Html {
    let (ended, all) = (trials.ended(), trials.list.len());
    let done = ended == all;
    let halt = |halt: bool, words: &str| {
        let dispatch = dispatch.clone();
        let onclick =
            Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::HaltTrials(halt)));
        html! { <button {onclick} data-testid="try-halt">{ words }</button> }
    };
    let (words, button) = match () {
        () if !fresh => {
            ("This is about the text or the choices before they were changed.".to_owned(), None)
        }
        () if all == 1 => ("The other choice is the one that is made already.".to_owned(), None),
        () if done => (format!("{all} choices were tried."), None),
        () if trials.stopped => {
            (format!("Stopped after {ended} of {all} choices."), Some(halt(false, "Go on")))
        }
        () => {
            let words =
                format!("{ended} of {all} were tried; each is given up after {SECONDS} seconds.");
            (words, Some(halt(true, "Stop comparing")))
        }
    };
    let told = if done && fresh { words.clone() } else { String::new() };
    html! {
        <>
            <div class="axes">
                <p class="why" data-testid="try-progress">{ words }</p>
                { for button }
            </div>
            <p class="spoken" role="status">{ told }</p>
        </>
    }
}

/// A card for each choice.
fn list(trials: &Trials, state: &State, dispatch: &UseReducerDispatcher<State>) -> Html {
    let fresh = state.trials_fresh();
    let cards = trials.list.iter().enumerate().map(|(n, trial)| {
        let chosen = state.in_force(&trial.options);
        let adopt = {
            let dispatch = dispatch.clone();
            Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::AdoptTrial(n)))
        };
        let Options { abstraction, heuristic, .. } = &trial.options;
        html! {
            <li class={classes!("trial", chosen.then_some("now"))} data-testid="trial">
                <h4>
                    <code>{ abstraction }</code>
                    <span class="chip">{ heuristic }</span>
                    if chosen { <span class="chip from">{ "chosen" }</span> }
                </h4>
                { standing(trial, fresh && !trials.stopped) }
                if fresh && !chosen && matches!(trial.standing, Standing::Done(_)) {
                    <button class="adopt" onclick={adopt} data-testid="try-adopt">
                        { "Choose it" }<span class="spoken">{ format!(": {abstraction} with {heuristic}") }</span>
                    </button>
                }
            </li>
        }
    });
    html! { <ol class="trials" aria-label="Choices and their verdicts">{ for cards }</ol> }
}

fn standing(trial: &Trial, runs: bool) -> Html {
    match &trial.standing {
        Standing::Running(progress) if runs => {
            let questions = progress.statistics.questions;
            html! {
                <p class="why"><span class="spinner" aria-hidden="true"></span>{ format!(" {questions} questions so far") }</p>
            }
        }
        Standing::Waiting | Standing::Running(_) => {
            html! { <p class="why">{ "not tried yet" }</p> }
        }
        Standing::Failed(reason) => html! { <p class="wrong">{ reason }</p> },
        Standing::Done(found) => verdict(found),
    }
}

/// The verdict's name, how long it took, and what is to be said of it.
fn verdict(found: &Found) -> Html {
    let outcome = &found.outcome;
    let (class, sign) = sign(outcome);
    let title = title(outcome);
    let words = title.split_once(": ").map_or(&*title, |(_, rest)| rest);
    let more = match &outcome.verdict {
        Verdict::Buggy(run) if !run.choices.is_empty() => {
            html! { <>{ " It begins with " }<code>{ run.choices_in_short() }</code>{ "." }</> }
        }
        Verdict::Unknown(reason) => html! { { format!(" {}.", capitalised(&reason.describe())) } },
        _ => html! {},
    };
    html! {
        <>
            <p class="outcome">
                <span class={classes!("chip", class)}>{ sign }{ " " }{ outcome.verdict.name().replace('-', " ") }</span>
                <span class="why">{ format!("{} s", Fixed::<2>(found.milliseconds / 1000.0)) }</span>
            </p>
            <p>{ format!("{}.", capitalised(words)) }{ more }</p>
        </>
    }
}
