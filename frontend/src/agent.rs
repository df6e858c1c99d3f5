//! The page's end of a worker.
//!
//! A worker can be stopped at any moment, even while it computes: the browser's worker is then
//! thrown away and a fresh one started. That is why this is not built on a bridge that asks the
//! worker to end, which a busy worker never hears.

use gloo_timers::callback::Timeout;
use hornbook_protocol::{DocumentKind, Job, Reply, Request, wire};
use hornbook_records::Outcome;
use js_sys::Promise;
use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{ErrorEvent, MessageEvent, Worker, WorkerOptions, WorkerType};
use yew::Callback;

/// An event from a worker.
pub enum WorkerEvent {
    /// An answer.
    Reply(Box<Reply>),
    /// The worker broke down, and a fresh one stands ready. The request that it worked on is lost.
    Crashed(String),
}

impl WorkerEvent {
    /// Whether the worker has finished its request.
    pub fn is_last(&self) -> bool {
        match self {
            WorkerEvent::Crashed(_) => true,
            WorkerEvent::Reply(reply) => !matches!(**reply, Reply::Progress { .. }),
        }
    }
}

/// A worker that is always there: when the browser's worker breaks down, a fresh one replaces it.
#[derive(Clone)]
pub struct Agent {
    inner: Rc<RefCell<AgentInner>>,
}

impl PartialEq for Agent {
    fn eq(&self, other: &Agent) -> bool {
        Rc::ptr_eq(&self.inner, &other.inner)
    }
}

struct AgentInner {
    name: &'static str,
    events: Callback<WorkerEvent>,
    worker: Option<RunningWorker>,
    /// Requests made before the worker was ready.
    waiting: Vec<Vec<u8>>,
    ready: bool,
    /// Runs out when a worker should have been ready.
    starting: Option<Timeout>,
    /// The message of a worker that broke down.
    last_words: Option<String>,
    /// How many workers in a row broke down before they were ready.
    failed_starts: u32,
    /// Clocks that wait for the worker.
    clocks: Vec<WaitingClock>,
    /// The readers that wait for a document, by tickets.
    readers: Vec<(u32, Reader)>,
    /// The newest ticket.
    ticket: u32,
}

/// The receiver of a document. It gets none if the worker cannot write it.
pub type Reader = Callback<Option<String>>;

/// A clock that starts when the worker is ready, as its module may load slowly. It stops when it is
/// dropped.
pub struct Clock {
    _timeout: SharedTimeout,
}

/// A timeout, once it has begun.
type SharedTimeout = Rc<RefCell<Option<Timeout>>>;

struct WaitingClock {
    timeout: Weak<RefCell<Option<Timeout>>>,
    milliseconds: u32,
    then: Box<dyn FnOnce()>,
}

struct RunningWorker {
    worker: Worker,
    /// Whether its breakdown was reported.
    broken: Cell<bool>,
    _message: Closure<dyn FnMut(MessageEvent)>,
    _error: Closure<dyn FnMut(ErrorEvent)>,
}

impl RunningWorker {
    /// Posts a request.
    fn post(&self, bytes: &[u8]) {
        // Bytes can always be handed over to a worker.
        let (parcel, handed_over) = wire::parcel(bytes);
        let _ = self.worker.post_message_with_transfer(&parcel, &handed_over);
    }
}

#[wasm_bindgen]
extern "C" {
    /// The address of the script that a worker runs (static/build/start.js).
    #[wasm_bindgen(js_namespace = hornbookWorker, js_name = script)]
    fn worker_script() -> String;

    /// The module of the workers, which the browser compiles once for all of them.
    #[wasm_bindgen(js_namespace = hornbookWorker, js_name = module, catch)]
    fn worker_module() -> Result<Promise, JsValue>;
}

/// How long a worker that has its module may take until it is ready, in milliseconds.
const START_MS: u32 = 60_000;

/// The message about one that is not ready by then.
const LATE: &str =
    "a part of the page has not begun within a minute; try again, or reload the page";

/// A worker that cannot even start is not started again and again.
const MOST_FAILED_STARTS: u32 = 3;

impl Agent {
    /// Starts a worker. `name` tells workers apart in the browser's tools.
    pub fn new(name: &'static str, events: Callback<WorkerEvent>) -> Agent {
        let inner = AgentInner {
            name,
            events,
            worker: None,
            waiting: vec![],
            ready: false,
            starting: None,
            last_words: None,
            failed_starts: 0,
            clocks: vec![],
            readers: vec![],
            ticket: 0,
        };
        let agent = Agent { inner: Rc::new(RefCell::new(inner)) };
        agent.start();
        agent
    }

    /// Sends a request; one made too early waits until the worker is ready. If there is no worker
    /// because none would start, another one is tried.
    pub fn send(&self, request: &Request) {
        let Some(bytes) = wire::bytes(request) else {
            return;
        };
        if self.inner.borrow().worker.is_none() {
            self.inner.borrow_mut().failed_starts = 0;
            self.start();
        }
        let mut inner = self.inner.borrow_mut();
        match &inner.worker {
            Some(running) if inner.ready => running.post(&bytes),
            _ => inner.waiting.push(bytes),
        }
    }

    /// Calls `then` so long after the worker is ready, unless the clock is dropped before.
    pub fn clock(&self, milliseconds: u32, then: impl FnOnce() + 'static) -> Clock {
        let mut inner = self.inner.borrow_mut();
        let timeout = match inner.ready {
            true => Rc::new(RefCell::new(Some(Timeout::new(milliseconds, then)))),
            false => {
                let timeout = SharedTimeout::default();
                let then = Box::new(then);
                let waiting = WaitingClock { timeout: Rc::downgrade(&timeout), milliseconds, then };
                inner.clocks.push(waiting);
                timeout
            }
        };
        Clock { _timeout: timeout }
    }

    /// Whether the last worker broke down before it was ready: that says nothing about the request.
    pub fn has_failed_to_start(&self) -> bool {
        self.inner.borrow().failed_starts > 0
    }

    /// Requests a document; the reader is called exactly once.
    pub fn write(&self, what: DocumentKind, job: Job, outcome: Option<Outcome>, reader: Reader) {
        let ticket = {
            let mut inner = self.inner.borrow_mut();
            inner.ticket += 1;
            let ticket = inner.ticket;
            inner.readers.push((ticket, reader));
            ticket
        };
        self.send(&Request::Write { ticket, what, job, outcome: outcome.map(Box::new) });
        if self.inner.borrow().worker.is_none() {
            self.fail_readers();
        }
    }

    /// Whether a reader waits for a document.
    pub fn writes(&self) -> bool {
        !self.inner.borrow().readers.is_empty()
    }

    /// Tells all readers that their documents will not come.
    fn fail_readers(&self) {
        let readers = std::mem::take(&mut self.inner.borrow_mut().readers);
        for (_, reader) in readers {
            reader.emit(None);
        }
    }

    /// Replaces the worker by a fresh one, whatever it is doing.
    pub fn restart(&self) {
        let old = {
            let mut inner = self.inner.borrow_mut();
            inner.ready = false;
            inner.starting = None;
            inner.waiting.clear();
            inner.worker.take()
        };
        if let Some(running) = old {
            running.worker.set_onmessage(None);
            running.worker.set_onerror(None);
            running.worker.terminate();
        }
        self.start();
        self.fail_readers();
    }

    fn start(&self) {
        if self.inner.borrow().failed_starts >= MOST_FAILED_STARTS {
            return;
        }
        match self.spawn() {
            Ok(running) => self.inner.borrow_mut().worker = Some(running),
            Err(reason) => {
                let events = self.inner.borrow().events.clone();
                events.emit(WorkerEvent::Crashed(format!(
                    "the browser starts no worker: {reason:?}"
                )));
            }
        }
    }

    fn spawn(&self) -> Result<RunningWorker, JsValue> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        options.set_name(self.inner.borrow().name);
        let worker = Worker::new_with_options(&worker_script(), &options)?;
        self.send_module(worker.clone());
        let message = {
            let agent = self.clone();
            Closure::new(move |event: MessageEvent| agent.hear(&event))
        };
        let error = {
            let agent = self.clone();
            Closure::new(move |event: ErrorEvent| {
                event.prevent_default();
                agent.crashed(event.message());
            })
        };
        worker.set_onmessage(Some(message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(error.as_ref().unchecked_ref()));
        Ok(RunningWorker { worker, broken: Cell::new(false), _message: message, _error: error })
    }

    /// Sends a worker the module that its script waits for, as soon as the browser has it compiled.
    fn send_module(&self, worker: Worker) {
        let agent = self.clone();
        wasm_bindgen_futures::spawn_local(async move {
            let sent = match worker_module() {
                Ok(module) => JsFuture::from(module).await,
                Err(error) => Err(error),
            };
            let sent = sent.and_then(|module| worker.post_message(&module));
            // The worker may have been replaced meanwhile.
            if !agent.runs(&worker) {
                return;
            }
            match sent {
                Ok(()) => agent.expect_ready(),
                Err(_) => agent.crashed(String::new()),
            }
        });
    }

    /// Replaces a worker that has its module and is not ready soon.
    fn expect_ready(&self) {
        let late = {
            let agent = self.clone();
            move || agent.crashed(LATE.to_owned())
        };
        let mut inner = self.inner.borrow_mut();
        inner.starting = (!inner.ready).then(|| Timeout::new(START_MS, late));
    }

    /// Whether this worker has not been replaced.
    fn runs(&self, worker: &Worker) -> bool {
        self.inner.borrow().worker.as_ref().is_some_and(|running| running.worker == *worker)
    }

    fn hear(&self, event: &MessageEvent) {
        match wire::opened(&event.data()) {
            Ok(Reply::Ready) => self.send_waiting(),
            Ok(Reply::Broke(reason)) => self.inner.borrow_mut().last_words = Some(reason),
            Ok(Reply::Written { ticket, text }) => self.written(ticket, text),
            Ok(reply) => self.emit(WorkerEvent::Reply(Box::new(reply))),
            Err(error) => {
                self.emit(WorkerEvent::Crashed(format!("an answer could not be read: {error}")))
            }
        }
    }

    fn written(&self, ticket: u32, text: Option<String>) {
        let reader = {
            let readers = &mut self.inner.borrow_mut().readers;
            let at = readers.iter().position(|(of, _)| *of == ticket);
            at.map(|at| readers.swap_remove(at).1)
        };
        if let Some(reader) = reader {
            reader.emit(text);
        }
    }

    fn send_waiting(&self) {
        let mut inner = self.inner.borrow_mut();
        inner.ready = true;
        inner.starting = None;
        inner.failed_starts = 0;
        let waiting = std::mem::take(&mut inner.waiting);
        if let Some(running) = &inner.worker {
            waiting.iter().for_each(|bytes| running.post(bytes));
        }
        for WaitingClock { timeout, milliseconds, then } in std::mem::take(&mut inner.clocks) {
            if let Some(timeout) = timeout.upgrade() {
                *timeout.borrow_mut() = Some(Timeout::new(milliseconds, then));
            }
        }
    }

    fn crashed(&self, complaint: String) {
        let reason = {
            let mut inner = self.inner.borrow_mut();
            // Its script and its module may both be missing.
            if inner.worker.as_ref().is_some_and(|running| running.broken.replace(true)) {
                return;
            }
            if !inner.ready {
                inner.failed_starts += 1;
            }
            if let Some(running) = &inner.worker {
                // A worker that broke down is heard once.
                running.worker.set_onmessage(None);
                running.worker.set_onerror(None);
            }
            let missing = "the worker's script could not be loaded; reload the page";
            let complaint = if complaint.is_empty() { missing.to_owned() } else { complaint };
            inner.last_words.take().unwrap_or(complaint)
        };
        // The closure that runs this belongs to the replaced worker: drop it only after it has ended.
        let agent = self.clone();
        Timeout::new(0, move || {
            agent.restart();
            agent.emit(WorkerEvent::Crashed(reason));
        })
        .forget();
    }

    fn emit(&self, event: WorkerEvent) {
        let events = self.inner.borrow().events.clone();
        events.emit(event);
    }
}
