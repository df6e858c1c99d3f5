//! Solving, in a worker that can be stopped at any moment.

use super::bring_road_into_view;
use crate::agent::{Agent, Event};
use crate::protocol::Request;
use crate::state::{Action, State, Who};
use yew::prelude::*;

/// How to start and stop solving.
#[derive(Clone, PartialEq)]
pub struct Solver {
    /// Solves the current text.
    pub run: Callback<()>,
    /// Stops at once.
    pub stop: Callback<()>,
    /// The worker that solves.
    pub agent: Agent,
}

/// The worker that solves, and the page's two buttons for it.
#[hook]
pub fn use_solver(state: &UseReducerHandle<State>) -> Solver {
    let dispatch = state.dispatcher();
    let slot = use_mut_ref(|| None::<Agent>);
    let agent = {
        let made = slot.borrow().clone();
        made.unwrap_or_else(|| {
            let dispatch = dispatch.clone();
            let events = Callback::from(move |event: Event| {
                dispatch.dispatch(Action::Heard(Who::Solver, event));
            });
            let agent = Agent::new("solver", events);
            *slot.borrow_mut() = Some(agent.clone());
            agent
        })
    };
    let run = {
        let (agent, state) = (agent.clone(), state.clone());
        Callback::from(move |()| {
            if state.running() {
                agent.restart();
            }
            state.dispatch(Action::Run);
            bring_road_into_view();
            if state.has_errors() {
                return;
            }
            agent.send(&Request::Solve { revision: state.revision, job: state.job() });
        })
    };
    let stop = {
        let agent = agent.clone();
        Callback::from(move |()| {
            agent.restart();
            dispatch.dispatch(Action::Stop);
        })
    };
    Solver { run, stop, agent }
}
