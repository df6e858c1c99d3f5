//! Exports, formulas and layouts, written by a worker on request.
//!
//! They bypass the state: the text, the choices and, if it is known, the verdict are sent. If the worker
//! takes too long or breaks down, the reader gets nothing.

use crate::agent::{Agent, Reader};
use crate::state::State;
use gloo_timers::callback::Timeout;
use hornbook_protocol::{DocumentKind, Formula};
use std::cell::RefCell;
use std::rc::Rc;
use yew::prelude::*;

/// A document that takes longer than this is given up.
const PATIENCE_MS: u32 = 20_000;
/// A judgement of an answer, which ends by itself, has more time: on a slow machine with several programs on one page, the
/// worker may need long to begin.
const JUDGEMENT_MS: u32 = 60_000;

/// A service that writes documents about the text on view, in a worker that starts when it is first needed.
/// Components get it as a context.
#[derive(Clone)]
pub struct Writer {
    inner: Rc<RefCell<WriterInner>>,
}

struct WriterInner {
    state: Rc<State>,
    agent: Option<Agent>,
    /// Runs out when an answer takes too long.
    patience: Option<Timeout>,
    /// The documents of [`Writer::write_once`] for the newest revision that it was called with.
    once: Vec<SharedDocument>,
}

/// A document that is written once for all readers.
struct SharedDocument {
    revision: u32,
    what: DocumentKind,
    /// The document, as soon as it is there.
    answer: Option<String>,
    /// The readers that wait for it.
    readers: Vec<Reader>,
}

/// All writers are equal, whatever the state: no component is redrawn because of one.
impl PartialEq for Writer {
    fn eq(&self, other: &Writer) -> bool {
        Rc::ptr_eq(&self.inner, &other.inner)
    }
}

impl Writer {
    /// Requests a document about the text as it is now; the reader is called exactly once.
    pub fn write(&self, what: DocumentKind, reader: Reader) {
        let (agent, state) = {
            let mut inner = self.inner.borrow_mut();
            let agent = inner.agent.get_or_insert_with(|| Agent::new("writer", Callback::noop()));
            (agent.clone(), inner.state.clone())
        };
        let outcome = state.outcome().filter(|_| state.run_fresh()).cloned();
        let job = match what {
            DocumentKind::Formula(Formula::Clause(..), _) => state.job_on_view(),
            _ => state.job(),
        };
        let patience = match what {
            DocumentKind::AnswerJudgement(_) => JUDGEMENT_MS,
            _ => PATIENCE_MS,
        };
        agent.write(what, job, outcome, reader);
        let patience = Timeout::new(patience, move || {
            if agent.writes() {
                agent.restart();
            }
        });
        self.inner.borrow_mut().patience = Some(patience);
    }
}

impl Writer {
    /// Requests a document that depends on nothing but the text and the choices of a revision: it is
    /// written once, for all readers.
    pub fn write_once(&self, revision: u32, what: DocumentKind, reader: Reader) {
        let known = {
            let mut inner = self.inner.borrow_mut();
            inner.once.retain(|once| once.revision == revision);
            match inner.once.iter_mut().find(|once| once.what == what) {
                Some(SharedDocument { answer: Some(answer), .. }) => Some(answer.clone()),
                Some(once) => {
                    once.readers.push(reader);
                    return;
                }
                None => {
                    let readers = vec![reader.clone()];
                    inner.once.push(SharedDocument {
                        revision,
                        what: what.clone(),
                        answer: None,
                        readers,
                    });
                    None
                }
            }
        };
        if known.is_some() {
            reader.emit(known);
            return;
        }
        let (writer, of) = (self.clone(), what.clone());
        let tell = Callback::from(move |text: Option<String>| {
            writer.tell(revision, &of, text);
        });
        self.write(what, tell);
    }

    /// Answers all waiting readers; a document that could not be written may be requested again.
    fn tell(&self, revision: u32, what: &DocumentKind, text: Option<String>) {
        let readers = {
            let mut inner = self.inner.borrow_mut();
            let is_it = |once: &SharedDocument| once.revision == revision && once.what == *what;
            let Some(at) = inner.once.iter().position(is_it) else { return };
            inner.once[at].answer.clone_from(&text);
            let readers = std::mem::take(&mut inner.once[at].readers);
            if text.is_none() {
                inner.once.remove(at);
            }
            readers
        };
        readers.into_iter().for_each(|reader| reader.emit(text.clone()));
    }
}

/// The page's one writer.
#[hook]
pub fn use_writer(state: &Rc<State>) -> Writer {
    let inner = use_memo((), |()| {
        let state = state.clone();
        RefCell::new(WriterInner { state, agent: None, patience: None, once: vec![] })
    });
    inner.borrow_mut().state = state.clone();
    Writer { inner }
}
