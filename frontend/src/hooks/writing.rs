//! Exports, formulas and layouts, written by a worker for whoever asks.

use super::Solver;
use crate::agent::{Agent, Reader};
use crate::protocol::Writing;
use crate::state::{Solving, State};
use std::cell::RefCell;
use std::rc::Rc;
use yew::prelude::*;

/// Has things written about the text on view. Components get it as a context.
#[derive(Clone)]
pub struct Writer {
    state: Rc<RefCell<Rc<State>>>,
    analyst: Agent,
    solver: Agent,
}

/// All are the same one, whatever the state: no component is drawn anew because of it.
impl PartialEq for Writer {
    fn eq(&self, other: &Writer) -> bool {
        Rc::ptr_eq(&self.state, &other.state)
    }
}

impl Writer {
    /// Has something written about the text as it is now; the reader hears of it once.
    pub fn write(&self, what: Writing, reader: Reader) {
        let state = self.state.borrow().clone();
        // The solver knows the verdict, but while it is at it, it hears nothing.
        let solved = state.run_fresh() && matches!(state.run.value, Solving::Done(_));
        let agent = if solved { &self.solver } else { &self.analyst };
        agent.write(what, state.job(), reader);
    }
}

/// The page's one writer.
#[hook]
pub fn use_writer(state: &Rc<State>, analyst: Agent, solver: &Solver) -> Writer {
    let latest = use_mut_ref(|| state.clone());
    *latest.borrow_mut() = state.clone();
    Writer { state: latest, analyst, solver: solver.agent.clone() }
}
