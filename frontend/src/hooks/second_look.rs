//! A second look at a certified program, in a worker of its own: the verdict stands on the page meanwhile.

use super::timed_request::{TimedRequest, use_timed_request};
use crate::state::{Action, SecondLookRequest, State, WorkerRole};
use hornbook_protocol::Request;
use yew::prelude::*;

/// A second look that takes longer than this is given up.
const PATIENCE_MS: u32 = 60_000;

/// Looks again at the outcome on view, if the page `shows` what it rests on.
#[hook]
pub fn use_second_look(state: &UseReducerHandle<State>, shows: bool) {
    let dispatch = state.dispatcher();
    let heard = Callback::from(move |(_, event)| {
        dispatch.dispatch(Action::Heard(WorkerRole::SecondLook, event))
    });
    use_timed_request(
        "second look",
        state.second_look().filter(|_| shows),
        |wanted| wanted.as_ref().map(timed),
        heard,
    );
}

fn timed(wanted: &SecondLookRequest) -> TimedRequest {
    let SecondLookRequest { revision, job, first } = wanted.clone();
    let outcome = Box::new(first.outcome.clone());
    TimedRequest {
        ticket: 0,
        request: Request::LookAgain { revision, job: (*job).clone(), outcome },
        patience: PATIENCE_MS,
        instead: None,
        reason: "The second look took too long and was given up.",
    }
}
