//! Comparisons of choices for one clause.

use super::timed_request::{TimedRequest, use_timed_request};
use crate::state::{Action, State, WorkerRole};
use hornbook_protocol::Request;
use yew::prelude::*;

/// A comparison that takes longer than this is given up.
const PATIENCE_MS: u32 = 20_000;

/// Makes the comparison that `state` waits for, if the page `shows` comparisons.
#[hook]
pub fn use_comparison(state: &UseReducerHandle<State>, shows: bool) {
    let dispatch = state.dispatcher();
    let heard = Callback::from(move |(_, event)| {
        dispatch.dispatch(Action::Heard(WorkerRole::Comparison, event))
    });
    let wanted = state.comparison_to_request().filter(|_| shows);
    let state = state.clone();
    use_timed_request(
        "comparer",
        wanted,
        move |wanted| {
            let asked = wanted.clone()?;
            Some(TimedRequest {
                ticket: 0,
                request: Request::Compare { asked, job: state.job_on_view() },
                patience: PATIENCE_MS,
                instead: None,
                reason: "The comparison took too long and was given up.",
            })
        },
        heard,
    );
}
