//! SolverStatus, in a worker that can be stopped at any moment.
//!
//! The worker reports its progress between slices, and ends with `unknown` at the time limit. If it does
//! not look at the clock in time, because it computes without slices, another worker replaces it and
//! reports that.

use super::bring_stage_into_view;
use crate::agent::{Agent, Clock, WorkerEvent};
use crate::state::{Action, State, WorkerRole};
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
    let dispatch = state.dispatcher();
    let slot = use_mut_ref(|| None::<Agent>);
    // Whether the worker is busy, even if its answer is not awaited any more.
    let busy = use_mut_ref(|| false);
    // Runs out when the worker should have ended.
    let patience = use_mut_ref(|| None::<Clock>);
    let agent = {
        let made = slot.borrow().clone();
        made.unwrap_or_else(|| {
            let (dispatch, busy) = (dispatch.clone(), busy.clone());
            let patience = patience.clone();
            let events = Callback::from(move |event: WorkerEvent| {
                if event.is_last() {
                    *busy.borrow_mut() = false;
                    *patience.borrow_mut() = None;
                }
                dispatch.dispatch(Action::Heard(WorkerRole::Solver, event));
            });
            let agent = Agent::new("solver", events);
            *slot.borrow_mut() = Some(agent.clone());
            agent
        })
    };
    {
        // An answer about a replaced program is not awaited any more.
        let (agent, busy, patience) = (agent.clone(), busy.clone(), patience.clone());
        use_effect_with(state.running(), move |&running| {
            if !running && busy.replace(false) {
                *patience.borrow_mut() = None;
                agent.restart();
            }
        });
    }
    let begin = {
        let (agent, state, busy) = (agent.clone(), state.clone(), busy.clone());
        let patience = patience.clone();
        Callback::from(move |by_itself: bool| {
            *patience.borrow_mut() = None;
            if busy.replace(false) {
                agent.restart();
            }
            if !by_itself || state.shows() == StageContent::Verdict {
                bring_stage_into_view();
            }
            state.dispatch(Action::Run { by_itself });
            if state.has_errors() {
                return;
            }
            *busy.borrow_mut() = true;
            let (revision, job) = (state.revision, state.job());
            agent.send(&Request::Solve { revision, job: job.clone() });
            let limit = job.options.seconds.min(MAX_SECONDS) * 1000 + GRACE_MS;
            let (stopped, milliseconds) = (agent.clone(), f64::from(limit));
            *patience.borrow_mut() = Some(agent.clock(limit, move || {
                stopped.restart();
                stopped.send(&Request::GiveUp { revision, job, milliseconds });
            }));
        })
    };
    {
        let begin = begin.clone();
        use_effect_with(state.begins_to_solve(), move |begins| {
            if *begins {
                begin.emit(true);
            }
        });
    }
    let stop = {
        let agent = agent.clone();
        Callback::from(move |()| {
            *busy.borrow_mut() = false;
            *patience.borrow_mut() = None;
            agent.restart();
            dispatch.dispatch(Action::Stop);
        })
    };
    Solver { run: begin.reform(|()| false), stop }
}
