//! A worker that answers one question at a time, and starts when it is first needed.

use crate::agent::{Agent, Clock, WorkerEvent};
use hornbook_protocol::Request;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use yew::prelude::*;

/// A question to a worker.
pub struct TimedRequest {
    /// Tells it from others.
    pub ticket: u32,
    /// The question.
    pub request: Request,
    /// The time limit in milliseconds.
    pub patience: u32,
    /// Another request for a fresh worker at the time limit, which has [`INSTEAD_MS`].
    pub instead: Option<Request>,
    /// The message at the time limit.
    pub reason: &'static str,
}

/// How long the answer to the other request may take.
const INSTEAD_MS: u32 = 10_000;

/// The worker and its clock.
struct Runner {
    agent: Agent,
    ticket: Cell<u32>,
    /// Runs out when the answer takes too long; there while one is awaited.
    patience: RefCell<Option<Clock>>,
    heard: Callback<(u32, WorkerEvent)>,
}

type Slot = Rc<RefCell<Option<Rc<Runner>>>>;

/// Has a worker called `name` answer the request that `make` makes of `wanted`, whenever that changes. An
/// outdated request is aborted. `heard` gets the ticket and the worker's event; an answer that takes too
/// long counts as a breakdown.
#[hook]
pub fn use_timed_request<T: PartialEq + 'static>(
    name: &'static str,
    wanted: T,
    make: impl FnOnce(&T) -> Option<TimedRequest> + 'static,
    heard: Callback<(u32, WorkerEvent)>,
) {
    let slot: Slot = use_mut_ref(|| None);
    use_effect_with(wanted, move |wanted| {
        let running = slot.borrow().clone();
        if let Some(runner) = running {
            runner.break_off();
        }
        if let Some(timed) = make(wanted) {
            runner(&slot, name, heard).send(timed);
        }
    });
}

/// The one runner, started at the first call.
fn runner(slot: &Slot, name: &'static str, heard: Callback<(u32, WorkerEvent)>) -> Rc<Runner> {
    let running = slot.borrow().clone();
    running.unwrap_or_else(|| {
        let weak = slot.clone();
        let events = Callback::from(move |event: WorkerEvent| {
            let runner = weak.borrow().clone();
            if let Some(runner) = runner {
                runner.hear(event);
            }
        });
        let agent = Agent::new(name, events);
        let (ticket, patience) = (Cell::default(), RefCell::default());
        let runner = Rc::new(Runner { agent, ticket, patience, heard });
        *slot.borrow_mut() = Some(runner.clone());
        runner
    })
}

impl Runner {
    fn send(self: &Rc<Runner>, timed: TimedRequest) {
        self.ticket.set(timed.ticket);
        self.agent.send(&timed.request);
        let runner = self.clone();
        let clock = self.agent.clock(timed.patience, move || runner.run_out_of_time(timed));
        *self.patience.borrow_mut() = Some(clock);
    }

    fn run_out_of_time(self: &Rc<Runner>, timed: TimedRequest) {
        self.break_off();
        match timed.instead {
            Some(request) => {
                let (patience, instead) = (INSTEAD_MS, None);
                self.send(TimedRequest { request, patience, instead, ..timed });
            }
            None => self.hear(WorkerEvent::Crashed(timed.reason.to_owned())),
        }
    }

    fn hear(&self, event: WorkerEvent) {
        if event.is_last() {
            self.patience.take();
        }
        self.heard.emit((self.ticket.get(), event));
    }

    fn break_off(&self) {
        if self.patience.take().is_some() {
            self.agent.restart();
        }
    }
}
