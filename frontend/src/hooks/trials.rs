//! Trying other choices, in a worker of its own that starts when it is first needed.

use crate::agent::{Agent, Event};
use crate::protocol::Request;
use crate::state::{Action, State, Who};
use std::cell::Cell;
use std::rc::Rc;
use yew::prelude::*;

/// The worker, and whether it is at something.
#[derive(Clone)]
struct Trier {
    agent: Agent,
    busy: Rc<Cell<bool>>,
}

/// Tries what `state` wants to have tried, one after the other. What is not wanted any more is broken
/// off.
#[hook]
pub fn use_trials(state: &UseReducerHandle<State>) {
    let slot = use_mut_ref(|| None::<Trier>);
    let wanted = state.wanted_trial();
    let dispatch = state.dispatcher();
    use_effect_with(wanted.as_ref().map(|(ticket, _)| *ticket), move |_| {
        if let Some(trier) = &*slot.borrow()
            && trier.busy.replace(false)
        {
            trier.agent.restart();
        }
        if let Some((revision, job)) = wanted {
            let trier = slot.borrow_mut().get_or_insert_with(|| Trier::new(dispatch)).clone();
            trier.busy.set(true);
            trier.agent.send(&Request::Solve { revision, job });
        }
    });
}

impl Trier {
    fn new(dispatch: UseReducerDispatcher<State>) -> Trier {
        let busy = Rc::new(Cell::new(false));
        let ends = busy.clone();
        let events = Callback::from(move |event: Event| {
            if event.ends_search() {
                ends.set(false);
            }
            dispatch.dispatch(Action::Heard(Who::Trier, event));
        });
        Trier { agent: Agent::new("trier", events), busy }
    }
}
