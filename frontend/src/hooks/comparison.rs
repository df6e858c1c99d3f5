//! Comparing, in a worker of its own that starts when it is first needed.

use crate::agent::{Agent, Event};
use crate::compare::Asked;
use crate::protocol::Request;
use crate::state::{Action, State, Who};
use gloo_timers::callback::Timeout;
use std::cell::RefCell;
use std::rc::Rc;
use yew::prelude::*;

/// A comparison that takes longer than this is given up.
const PATIENCE_MS: u32 = 20_000;

/// What the hook keeps between renders.
struct Comparer {
    agent: Agent,
    /// Runs out when the answer takes too long; there while one is awaited.
    patience: RefCell<Option<Timeout>>,
    dispatch: UseReducerDispatcher<State>,
}

type Slot = Rc<RefCell<Option<Rc<Comparer>>>>;

/// Makes the comparison that `state` waits for, if the page `shows` comparisons. One that is not wanted
/// any more is broken off.
#[hook]
pub fn use_comparison(state: &UseReducerHandle<State>, shows: bool) {
    let slot: Slot = use_mut_ref(|| None);
    let state = state.clone();
    use_effect_with(state.wanted_comparison().filter(|_| shows), move |wanted| {
        let running = slot.borrow().clone();
        if let Some(comparer) = running {
            comparer.break_off();
        }
        if let Some(asked) = wanted {
            comparer(&slot, state.dispatcher()).ask(asked.clone(), &state);
        }
    });
}

/// The one comparer, started at the first call.
fn comparer(slot: &Slot, dispatch: UseReducerDispatcher<State>) -> Rc<Comparer> {
    let running = slot.borrow().clone();
    running.unwrap_or_else(|| {
        let (weak, heard) = (slot.clone(), dispatch.clone());
        let events = Callback::from(move |event: Event| {
            if let Some(comparer) = weak.borrow().as_ref() {
                comparer.patience.take();
            }
            heard.dispatch(Action::Heard(Who::Comparer, event));
        });
        let agent = Agent::new("comparer", events);
        let comparer = Rc::new(Comparer { agent, patience: RefCell::new(None), dispatch });
        *slot.borrow_mut() = Some(comparer.clone());
        comparer
    })
}

impl Comparer {
    fn ask(self: &Rc<Comparer>, asked: Asked, state: &State) {
        self.agent.send(&Request::Compare { asked, job: state.job() });
        let comparer = self.clone();
        let timeout = Timeout::new(PATIENCE_MS, move || {
            comparer.break_off();
            let reason = "The comparison took too long and was given up.";
            comparer.dispatch.dispatch(Action::NotCompared(reason.to_owned()));
        });
        *self.patience.borrow_mut() = Some(timeout);
    }

    fn break_off(&self) {
        if self.patience.take().is_some() {
            self.agent.restart();
        }
    }
}
