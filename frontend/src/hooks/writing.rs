//! Exports, formulas and layouts, written by a worker for whoever asks.
//!
//! They go without a detour through the state: the text, the choices and, if it is known, the
//! verdict are sent. If the worker takes too long or breaks down, the one who asked is told that
//! there is nothing.

use crate::agent::{Agent, Reader};
use crate::protocol::Writing;
use crate::state::State;
use gloo_timers::callback::Timeout;
use std::cell::RefCell;
use std::rc::Rc;
use yew::prelude::*;

/// Writing that takes longer than this is given up.
const PATIENCE_MS: u32 = 20_000;

/// Has things written about the text on view, by a worker of its own that starts when it is first
/// needed. Components get it as a context.
#[derive(Clone)]
pub struct Writer {
    inner: Rc<RefCell<Inner>>,
}

struct Inner {
    state: Rc<State>,
    agent: Option<Agent>,
    /// Runs out when an answer takes too long.
    patience: Option<Timeout>,
}

/// All are the same one, whatever the state: no component is drawn anew because of it.
impl PartialEq for Writer {
    fn eq(&self, other: &Writer) -> bool {
        Rc::ptr_eq(&self.inner, &other.inner)
    }
}

impl Writer {
    /// Has something written about the text as it is now; the reader hears of it once.
    pub fn write(&self, what: Writing, reader: Reader) {
        let (agent, state) = {
            let mut inner = self.inner.borrow_mut();
            let agent = inner.agent.get_or_insert_with(|| Agent::new("writer", Callback::noop()));
            (agent.clone(), inner.state.clone())
        };
        let outcome = state.outcome().filter(|_| state.run_fresh()).cloned();
        agent.write(what, state.job(), outcome, reader);
        let patience = Timeout::new(PATIENCE_MS, move || {
            if agent.writes() {
                agent.restart();
            }
        });
        self.inner.borrow_mut().patience = Some(patience);
    }
}

/// The page's one writer.
#[hook]
pub fn use_writer(state: &Rc<State>) -> Writer {
    let inner = use_memo((), |()| {
        RefCell::new(Inner { state: state.clone(), agent: None, patience: None })
    });
    inner.borrow_mut().state = state.clone();
    Writer { inner }
}
