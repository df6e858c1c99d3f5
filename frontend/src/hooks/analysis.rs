//! The analysis follows the typing, in a worker of its own.
//!
//! With each text goes the clause on view, by number and place. The worker tells its story next if both
//! still are those of one clause, and the analysis is held back for a moment, so that both are drawn at
//! once: that halves the time from a key to the new steps. A text is sent before the page is drawn for it,
//! so that the worker runs meanwhile.
//!
//! A text whose analysis never ended is shown after a reload but not analysed again by itself: a
//! reload never brings a crash back.

use super::storage::{forget_by_tab, remember_by_tab, remembered_by_tab};
use crate::agent::{Agent, Clock, WorkerEvent};
use crate::clause_questions::{ClauseQuestion, ClauseQuestions};
use crate::share::kept;
use crate::state::{Action, State, WorkerRole};
use gloo_timers::callback::Timeout;
use hornbook_protocol::{Reply, Request};
use serde_json::Value;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use yew::prelude::*;

/// How long a call must be on view before the search for a witness.
const LOOK_MS: u32 = 250;
/// An analysis that takes longer than this is given up.
const PATIENCE_MS: u32 = 20_000;
/// An analysis of a text that has changed since is given up sooner.
const STALE_PATIENCE_MS: u32 = 1_500;
/// How long an analysis waits for the story that comes with it. Most take a few milliseconds.
const HOLD_MS: u32 = 30;
/// A text whose analysis takes this long is remembered until it ends.
const ATTEMPT_MS: u32 = 1_000;
/// The storage key of a text whose analysis takes so long or broke the worker, with its choices; it is
/// still there after a reload only if the analysis never ended.
const ATTEMPT: &str = "hornbook.attempt";

/// The state of the hook between renders.
struct Analyst {
    agent: Agent,
    /// Whether an answer is awaited.
    busy: Cell<bool>,
    /// The questions about single clauses, which come before later requests.
    questions: RefCell<ClauseQuestions>,
    /// The newest request that was sent; the worker answers for its text only.
    sent: RefCell<Option<Request>>,
    /// The newest request, made while an older one was not answered.
    next: RefCell<Option<Request>>,
    /// Runs out when the answer takes too long.
    patience: RefCell<Option<Clock>>,
    /// Runs out when an attempt is to be remembered.
    attempt: RefCell<Option<Clock>>,
    /// An analysis that waits for the story that comes with it: both are drawn at once.
    held: RefCell<Option<(WorkerEvent, Timeout)>>,
    /// Whether attempts are remembered: pages in another page would tell each other of theirs.
    remembers: bool,
    dispatch: UseReducerDispatcher<State>,
}

/// Keeps the analysis of `state` up to date, and asks for the story of the clause on view
/// and for witnesses of its open calls. A page that `remembers` holds a text back whose analysis never
/// ended before the page was loaded anew; the callback analyses it at once.
#[hook]
pub fn use_analysis(state: &UseReducerHandle<State>, remembers: bool) -> Callback<()> {
    let analyst = use_analyst(state.dispatcher(), remembers);
    {
        // This is no effect: the worker runs while the page is drawn.
        let sent = use_mut_ref(|| 0);
        if sent.replace(state.revision) != state.revision {
            // A text that is typed meanwhile waits for the answer, and replaces an older one that waits.
            analyst.analyse(state, state.revision == 1);
        }
    }
    {
        let analyst = analyst.clone();
        use_effect_with(state.story_to_request(), move |&wanted| {
            if let Some((revision, clause)) = wanted {
                analyst.ask_of_clause(ClauseQuestion { revision, clause, call: None });
            }
        });
    }
    {
        let analyst = analyst.clone();
        use_effect_with(state.witness_to_request(), move |&wanted| {
            let timeout = wanted.map(|(revision, clause, call)| {
                let question = ClauseQuestion { revision, clause, call: Some(call) };
                let look = move || analyst.ask_of_clause(question);
                Timeout::new(LOOK_MS, look)
            });
            move || drop(timeout)
        });
    }
    let state = state.clone();
    Callback::from(move |()| analyst.analyse(&state, false))
}

#[hook]
fn use_analyst(dispatch: UseReducerDispatcher<State>, remembers: bool) -> Rc<Analyst> {
    let slot = use_mut_ref(|| None::<Rc<Analyst>>);
    let made = slot.borrow().clone();
    made.unwrap_or_else(|| {
        let weak = slot.clone();
        let events = Callback::from(move |event: WorkerEvent| {
            let analyst = weak.borrow().clone();
            if let Some(analyst) = analyst {
                analyst.tell(event);
            }
        });
        let analyst = Rc::new(Analyst {
            agent: Agent::new("analyst", events),
            busy: Cell::new(false),
            questions: RefCell::default(),
            sent: RefCell::new(None),
            next: RefCell::new(None),
            patience: RefCell::new(None),
            attempt: RefCell::new(None),
            held: RefCell::new(None),
            remembers,
            dispatch,
        });
        *slot.borrow_mut() = Some(analyst.clone());
        analyst
    })
}

impl Analyst {
    /// Sends the text off. One whose analysis never ended before the page was loaded anew is held
    /// back, so that a reload cannot run into the same trouble by itself.
    fn analyse(self: &Rc<Analyst>, state: &UseReducerHandle<State>, first: bool) {
        let job = state.job_on_view();
        let left = || remembered_by_tab::<Value>(ATTEMPT);
        if first && self.remembers && left() == Some(kept::attempt(&job)) {
            let held = "The last analysis of this text did not end, so it was not started again.";
            self.dispatch.dispatch(Action::GiveUp(held.to_owned()));
            return;
        }
        let clause = state.clause_for_story();
        let request = Request::Analyse { revision: state.revision, job, clause };
        if self.busy.get() {
            *self.next.borrow_mut() = Some(request);
            self.wait(STALE_PATIENCE_MS);
        } else {
            self.send(&request);
        }
    }

    fn send(self: &Rc<Analyst>, request: &Request) {
        if let Request::Analyse { job, .. } = request
            && self.remembers
        {
            let attempt = kept::attempt(job);
            let remember = move || remember_by_tab(ATTEMPT, &attempt);
            *self.attempt.borrow_mut() = Some(self.agent.clock(ATTEMPT_MS, remember));
        }
        self.busy.set(true);
        *self.sent.borrow_mut() = Some(request.clone());
        self.agent.send(request);
        self.wait(PATIENCE_MS);
    }

    fn ask_of_clause(self: &Rc<Analyst>, question: ClauseQuestion) {
        if !self.questions.borrow_mut().ask(question) {
            // It was asked with its text, or when the clause was on view before.
            return;
        }
        self.agent.send(&question.request());
        if !self.busy.get() {
            self.wait(PATIENCE_MS);
        }
    }

    fn wait(self: &Rc<Analyst>, patience: u32) {
        *self.patience.borrow_mut() = Some(self.patience(patience));
    }

    fn patience(self: &Rc<Analyst>, patience: u32) -> Clock {
        let analyst = self.clone();
        self.agent.clock(patience, move || analyst.give_up())
    }

    fn give_up(self: &Rc<Analyst>) {
        self.agent.restart();
        self.busy.set(false);
        let mut questions = self.questions.take().take().into_iter();
        let mut next = self.next.take();
        if let Some(question) = questions.next() {
            // Looking at this clause took so long. The fresh worker has still to read the text.
            let reason = "Looking at this clause took too long and was given up.".to_owned();
            self.dispatch.dispatch(Action::QuestionFailed(question, reason));
            next = next.or_else(|| self.sent.borrow().clone());
        }
        match next {
            Some(request) => self.send_again(request, questions),
            None => {
                let reason = "The analysis took too long and was given up.";
                self.dispatch.dispatch(Action::GiveUp(reason.to_owned()));
            }
        }
    }

    /// Sends a text to a fresh worker, and the questions about its clauses; not that about the clause on
    /// view, which may have broken the worker before.
    fn send_again(
        self: &Rc<Analyst>,
        request: Request,
        questions: impl Iterator<Item = ClauseQuestion>,
    ) {
        let Request::Analyse { revision, job, .. } = request else { return };
        self.send(&Request::Analyse { revision, job, clause: None });
        questions
            .filter(|question| question.revision == revision)
            .for_each(|question| self.ask_of_clause(question));
    }

    /// Passes on the worker's event.
    fn tell(self: &Rc<Analyst>, event: WorkerEvent) {
        let at = self.heard(&event);
        self.tell_held();
        if let WorkerEvent::Reply(reply) = &event
            && matches!(**reply, Reply::Analysed { next: Some(_), .. })
        {
            let analyst = self.clone();
            let timeout = Timeout::new(HOLD_MS, move || analyst.tell_held());
            *self.held.borrow_mut() = Some((event, timeout));
            return;
        }
        self.dispatch.dispatch(match (event, at) {
            (WorkerEvent::Crashed(reason), Some(question)) => {
                Action::QuestionFailed(question, reason)
            }
            (event, _) => Action::Heard(WorkerRole::Analysis, event),
        });
    }

    fn tell_held(&self) {
        let held = self.held.take();
        if let Some((event, _)) = held {
            self.dispatch.dispatch(Action::Heard(WorkerRole::Analysis, event));
        }
    }

    /// The question about a clause that broke the worker, if one did.
    fn heard(self: &Rc<Analyst>, event: &WorkerEvent) -> Option<ClauseQuestion> {
        let mut questions = self.questions.take();
        let answered = match event {
            WorkerEvent::Crashed(_) => false,
            WorkerEvent::Reply(reply) if let Reply::Analysed { revision, next, .. } = **reply => {
                questions.analysed(revision, next);
                true
            }
            WorkerEvent::Reply(reply) => {
                let answered =
                    ClauseQuestion::answered_by(reply).is_some_and(|a| questions.answered(a));
                if answered && !self.busy.get() {
                    // The next question has as much time.
                    let patience = (!questions.is_empty()).then(|| self.patience(PATIENCE_MS));
                    *self.patience.borrow_mut() = patience;
                }
                *self.questions.borrow_mut() = questions;
                return None;
            }
        };
        // Questions are answered in order. A worker that has read the text still works on those that were
        // asked with it.
        let mut lost = if answered { vec![] } else { questions.take() }.into_iter();
        let at = lost.next();
        let busy = self.busy.replace(false) && at.is_none();
        self.end_attempt(answered, busy);
        *self.patience.borrow_mut() = None;
        if !questions.is_empty() {
            *self.questions.borrow_mut() = questions;
            self.wait(PATIENCE_MS);
        }
        // A fresh worker has to read the text before it answers about its clauses. One that broke down
        // while it read the text would do so again.
        let again = (!answered && !busy).then(|| self.sent.borrow().clone()).flatten();
        let next = self.next.take().or(again);
        match next {
            Some(request) if answered => self.send(&request),
            Some(request) => self.send_again(request, lost),
            None => {}
        }
        at
    }

    /// Forgets an answered attempt, and keeps one that broke a worker: a reload must not try it again.
    fn end_attempt(&self, answered: bool, busy: bool) {
        *self.attempt.borrow_mut() = None;
        let sent = self.sent.borrow();
        // A worker that never started was not broken by a text.
        let busy = busy && !self.agent.has_failed_to_start();
        match (answered, &*sent) {
            (true, _) if self.remembers => forget_by_tab(ATTEMPT),
            (false, Some(Request::Analyse { job, .. })) if self.remembers && busy => {
                remember_by_tab(ATTEMPT, &kept::attempt(job));
            }
            _ => {}
        }
    }
}
