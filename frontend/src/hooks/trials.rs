//! Trying other choices, in a worker of its own that starts when it is first needed.

use crate::agent::{Agent, Event};
use crate::protocol::Request;
use crate::state::{Action, State, Who};
use crate::trials::SECONDS;
use gloo_timers::callback::Timeout;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use yew::prelude::*;

/// A worker that says nothing for so long after its time is at it before the search begins, and is given
/// up.
const MARGIN_MS: u32 = 10_000;

/// The worker, and what it is at.
struct Trier {
    agent: Agent,
    ticket: Cell<u32>,
    /// Runs out when the answer takes too long; there while one is awaited.
    patience: RefCell<Option<Timeout>>,
    dispatch: UseReducerDispatcher<State>,
}

/// Tries what `state` wants to have tried, one after the other. What is not wanted any more is broken
/// off.
#[hook]
pub fn use_trials(state: &UseReducerHandle<State>) {
    let slot = use_mut_ref(|| None::<Rc<Trier>>);
    let state = state.clone();
    use_effect_with(state.wanted_trial(), move |&wanted| {
        let running = slot.borrow().clone();
        if let Some(trier) = running {
            trier.break_off();
        }
        let job = wanted.and_then(|(n, ticket)| Some((ticket, state.trial_job(n)?)));
        if let Some((revision, job)) = job {
            let trier = trier(&slot, state.dispatcher());
            trier.ticket.set(revision);
            trier.agent.send(&Request::Solve { revision, job });
            trier.wait();
        }
    });
}

/// The one trier, started at the first call.
fn trier(
    slot: &Rc<RefCell<Option<Rc<Trier>>>>,
    dispatch: UseReducerDispatcher<State>,
) -> Rc<Trier> {
    let running = slot.borrow().clone();
    running.unwrap_or_else(|| {
        let weak = slot.clone();
        let events = Callback::from(move |event: Event| {
            let trier = weak.borrow().clone();
            if let Some(trier) = trier {
                trier.heard(event);
            }
        });
        let agent = Agent::new("trier", events);
        let (ticket, patience) = (Cell::default(), RefCell::default());
        let trier = Rc::new(Trier { agent, ticket, patience, dispatch });
        *slot.borrow_mut() = Some(trier.clone());
        trier
    })
}

impl Trier {
    fn heard(&self, event: Event) {
        if event.ends_search() {
            self.patience.take();
        }
        self.dispatch.dispatch(Action::Heard(Who::Trier(self.ticket.get()), event));
    }

    fn wait(self: &Rc<Trier>) {
        let trier = self.clone();
        let timeout = Timeout::new(SECONDS * 1_000 + MARGIN_MS, move || {
            trier.break_off();
            trier.heard(Event::Crashed("It took too long and was given up.".to_owned()));
        });
        *self.patience.borrow_mut() = Some(timeout);
    }

    fn break_off(&self) {
        if self.patience.take().is_some() {
            self.agent.restart();
        }
    }
}
