//! Runs the solver, in a worker that can be stopped at any moment.
//!
//! The worker reports its progress between slices, and ends with `unknown` at the time limit. If it does
//! not look at the clock in time, because it computes without slices, another worker replaces it and
//! reports that.
//!
//! Whoever wants a run changes the state and no more; the worker follows the state. So a run that was asked
//! for begins, whatever else happens at that moment.

use super::bring_stage_into_view;
use super::timed_request::{TimedRequest, use_timed_request};
use crate::state::{Action, SolverRequest, State, WorkerRole};
use hornbook_protocol::{MAX_SECONDS, Request};
use hornbook_records::stages::StageContent;
use yew::prelude::*;

/// How long after the time limit the worker may still run.
const GRACE_MS: u32 = 2_000;

/// Callbacks that start and stop the solver.
#[derive(Clone, PartialEq)]
pub struct Solver {
    /// Solves the current text.
    pub run: Callback<()>,
    /// Stops at once.
    pub stop: Callback<()>,
}

/// The worker that solves, and the page's two buttons for it.
#[hook]
pub fn use_solver(state: &UseReducerHandle<State>) -> Solver {
    let heard = {
        let dispatch = state.dispatcher();
        Callback::from(move |(_, event)| {
            dispatch.dispatch(Action::Heard(WorkerRole::Solver, event));
        })
    };
    use_timed_request(
        "solver",
        state.search().cloned(),
        |search| search.as_ref().map(timed),
        heard,
    );
    {
        let (dispatch, shown) = (state.dispatcher(), state.shows());
        use_effect_with(state.begins_to_solve(), move |begins| {
            if *begins {
                if shown == StageContent::Verdict {
                    bring_stage_into_view();
                }
                dispatch.dispatch(Action::Run { by_itself: true });
            }
        });
    }
    let (starting, stopping) = (state.dispatcher(), state.dispatcher());
    let run = Callback::from(move |()| {
        bring_stage_into_view();
        starting.dispatch(Action::Run { by_itself: false });
    });
    Solver { run, stop: Callback::from(move |()| stopping.dispatch(Action::Stop)) }
}

fn timed(search: &SolverRequest) -> TimedRequest {
    let SolverRequest { ticket, revision, job } = search.clone();
    let patience = job.options.seconds.min(MAX_SECONDS) * 1000 + GRACE_MS;
    let (milliseconds, job) = (f64::from(patience), (*job).clone());
    TimedRequest {
        ticket,
        request: Request::Solve { revision, job: job.clone() },
        patience,
        instead: Some(Request::GiveUp { revision, job, milliseconds }),
        reason: "It took too long and was given up.",
    }
}
