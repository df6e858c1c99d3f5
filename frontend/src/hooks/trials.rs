//! Runs the trials of other choices.

use super::timed_request::{TimedRequest, use_timed_request};
use crate::state::{Action, State, WorkerRole};
use crate::trials::SECONDS;
use hornbook_protocol::Request;
use yew::prelude::*;

/// The extra time after the time limit; a worker that does not answer by then has not even started the
/// search.
const MARGIN_MS: u32 = 10_000;

/// Runs the trials of `state`, one after the other.
#[hook]
pub fn use_trials(state: &UseReducerHandle<State>) {
    let dispatch = state.dispatcher();
    let heard = Callback::from(move |(ticket, event)| {
        dispatch.dispatch(Action::Heard(WorkerRole::Trials(ticket), event));
    });
    let wanted = state.next_trial();
    let state = state.clone();
    use_timed_request(
        "trier",
        wanted,
        move |&wanted| {
            let (n, ticket) = wanted?;
            Some(TimedRequest {
                ticket,
                request: Request::Solve { revision: ticket, job: state.trial_job(n)? },
                patience: SECONDS * 1_000 + MARGIN_MS,
                instead: None,
                reason: "It took too long and was given up.",
            })
        },
        heard,
    );
}
