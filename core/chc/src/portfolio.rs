//! The door to the engines: a system of clauses with hints goes in; models, derivations of `false`,
//! or the reason why there are none come out, in slices.
//!
//! The portfolio decides what is tried, in which order and for how long: engines over ever richer
//! vocabularies on one or two forms of the clauses (a [`ladder`](super::settings)), beside them the
//! search for short derivations, and a [`Scout`] where there is something to be found without the
//! clauses. It believes nothing: whatever is found goes to the [`Judge`] of the one who asks, and
//! counts only if accepted.
//!
//! Each assertion clause of the given form is a *claim*, judged by itself. A claim that is settled
//! is not asked for any more, one that turns out too hard waits while others have their turn.
//!
//! There are two forms: the given clauses, and the same program with the steps between two loop
//! heads merged, which loses less and has fewer predicates. The first rungs are those of the given
//! clauses: if these contradict each other that mostly shows there, and then the user's choice is
//! too weak although merged steps might do. A contradiction of the merged clauses counts only when
//! the ladder is at its end. A rung that takes long is left for the others and comes again when
//! these have failed.

mod attempt;
mod claims;
mod climb;
mod inventions;
mod sharing;
mod sources;
mod views;

use super::engine::Learned;
use super::hints::Hints;
use super::learn::States;
use super::reduce::arguments::Places;
use super::rule::Lemmas;
use super::saturate::Saturation;
use super::scout::{Candidate, Scout, Search};
use super::settings::{Rung, Saturating, Settings};
pub use crate::ladder::Form;
use attempt::{Attempt, Event};
use claims::Claim;
use hornbook_base::{AssertId, Budget};
use hornbook_evidence::derivation::Derivation;
use hornbook_evidence::model::Model;
use hornbook_horn::{Clause, ClauseId, PredId, System, Term};
use sharing::Worker;
pub use sources::Source;
use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;
use views::Views;

/// Makes runs of the program behind clauses, and tells their states: as far as parameters at these places say them.
pub type Runs = Rc<dyn Fn(&Places) -> States>;

/// A system of clauses over integers and truth values, without arrays and quantifiers, and what is known about it.
#[derive(Clone)]
pub struct Problem {
    /// The clauses.
    pub system: Rc<System>,
    /// What is known.
    pub hints: Rc<Hints>,
    /// The states of runs, where there is a program.
    pub runs: Option<Runs>,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// The clauses have something that no engine decides: which clause, and what it has.
    Unsupported(Option<ClauseId>, String),
    /// A question was too hard; the text says which.
    TooHard(String),
    /// Neither an invariant nor a contradiction can be said with the vocabularies.
    Vocabulary,
    /// What was found was not accepted; the text says why.
    Rejected(String),
}

/// A model that should satisfy all clauses, but for the assertion clauses of other claims.
pub struct Proposal {
    /// Of which form of the clauses.
    pub form: Form,
    /// The model.
    pub model: Model,
    /// The lemmas that it is made of.
    pub lemmas: Lemmas,
    /// Lemmas at loop heads that the model has no formula for: they can be added to it.
    pub inlined: Lemmas,
    /// The assertion clauses of this form that it satisfies.
    pub satisfies: BTreeSet<ClauseId>,
    /// The claims that are settled by it.
    pub claims: BTreeSet<ClauseId>,
    /// Those of the lemmas that something else than the clauses suggested.
    pub suggested: Vec<(PredId, Term, Source)>,
}

/// Who decides what counts.
pub trait Judge<R> {
    /// The question with merged steps, if that makes sense; asked for once at most.
    fn merged(&mut self) -> Option<Problem>;

    /// Whether the model is one.
    ///
    /// # Errors
    /// Why it is not accepted.
    fn model(&mut self, found: &Proposal) -> Result<(), Why>;

    /// Whether the derivation is one, in the clauses of the given form.
    ///
    /// # Errors
    /// Why it is not accepted.
    fn derivation(&mut self, form: Form, found: &Derivation) -> Result<(), Why>;

    /// Whether the run violates its assertion; `None` if the budget does not suffice to see it, so that it is to be
    /// asked again.
    fn run(&mut self, found: &Candidate<R>, budget: &mut Budget) -> Option<bool>;
}

/// The search for answers to the claims of one system of clauses.
///
/// **Invariant:** what it comes to does not depend on the sizes of the slices in which it works.
pub struct Portfolio<R> {
    settings: Rc<Settings>,
    /// The assertion clauses of the given form, in order.
    claims: Vec<Claim>,
    given: Views,
    /// Begun when it is its turn, if there is one.
    merged: Option<Views>,
    may_merge: bool,
    /// The rung of the ladder, while an engine has something to do.
    rung: Option<usize>,
    /// Steps spent on it.
    spent: u64,
    /// Rungs that were left before they came to an end.
    cut_short: BTreeSet<usize>,
    /// Whether all rungs were tried and those get the time they need.
    patient: bool,
    scout: Option<Box<dyn Scout<R>>>,
    /// Runs that the judge has not seen to their end.
    candidates: VecDeque<Candidate<R>>,
    /// Where there is no scout.
    saturation: Option<Saturation>,
    turns: u64,
    /// Whether the small runs were made that come after the head start.
    probed: bool,
    steps: u64,
    /// Steps spent by each [`Worker`].
    spent_by: [u64; 4],
    /// Of scouts that came to their end.
    earlier_questions: u64,
    /// What the engine had learned that came to something last.
    last: Learned,
    /// Why the engines cannot say more, once they are over.
    why: Option<Why>,
}

/// What takes the place of runs where there are only clauses: facts that these derive.
fn derived(system: &Rc<System>, settings: &Settings) -> Runs {
    let (system, learn) = (system.clone(), settings.learn.clone());
    let own = settings.saturate.clone();
    let limits =
        Saturating { facts: learn.derived, values: learn.values, most: learn.values, ..own };
    Rc::new(move |_: &Places| {
        let Some(mut search) = Saturation::of(system.clone(), &limits) else {
            return States::new();
        };
        // No violation is wanted here.
        search.step(&|_| false, &mut Budget::steps(learn.work));
        search.states()
    })
}

/// Turns after which small runs are made even if few questions were asked: they may be long ones. If one is, runs are
/// made at once.
const SOON: u64 = 16;

impl<R> Portfolio<R> {
    /// Starts on a system. Assertions in `optional` must not stand in the way of the others.
    pub fn new(
        given: Problem,
        optional: &BTreeSet<AssertId>,
        scout: Option<Box<dyn Scout<R>>>,
        settings: Rc<Settings>,
    ) -> Portfolio<R> {
        let claims = claims::of(&given.system, optional);
        let own = scout.is_none() && !claims.is_empty();
        let saturation = own.then(|| Saturation::of(given.system.clone(), &settings.saturate));
        let runs = given.runs.clone().or_else(|| own.then(|| derived(&given.system, &settings)));
        let given = Problem { runs, ..given };
        let help = |c: &Clause| c.origin.assert.is_some_and(|assert| optional.contains(&assert));
        let mut portfolio = Portfolio {
            claims,
            given: Views::new(given, &help, &settings),
            merged: None,
            may_merge: true,
            rung: Some(0),
            spent: 0,
            cut_short: BTreeSet::new(),
            patient: false,
            scout,
            candidates: VecDeque::new(),
            saturation: saturation.flatten(),
            turns: 0,
            probed: false,
            steps: 0,
            spent_by: [0; 4],
            earlier_questions: 0,
            last: Learned::default(),
            why: None,
            settings,
        };
        let (first, open) = (portfolio.ladder()[0], portfolio.open(Form::Given));
        portfolio.given.choose(&first, &open);
        portfolio
    }

    fn ladder(&self) -> &[Rung] {
        if self.claims.is_empty() { &self.settings.exploration } else { &self.settings.ladder }
    }

    /// Works for about `steps` steps. The work is done in turns of a fixed size, so that what is
    /// found does not depend on how the caller cuts it.
    pub fn step(&mut self, judge: &mut dyn Judge<R>, steps: u64) {
        let (turn, mut spent) = (self.settings.sharing.turn, 0);
        while spent < steps && !self.is_over() {
            let mut budget = Budget::steps(turn);
            self.turn(judge, &mut budget);
            spent += budget.used(turn).max(1);
        }
        self.steps += spent;
    }

    /// One turn, of the main engine or of a search beside it.
    fn turn(&mut self, judge: &mut dyn Judge<R>, budget: &mut Budget) {
        self.turns += 1;
        if self.turns == 1 {
            let found = self.scout.as_mut().map(|scout| scout.at_once()).unwrap_or_default();
            self.candidates.extend(found);
        }
        if !self.try_runs(judge, budget) {
            return;
        }
        let late = self.questions() > self.settings.sharing.head_start;
        let hard = self.rung.is_some_and(|rung| {
            let attempt = self.attempt(self.ladder()[rung].form);
            attempt.is_some_and(Attempt::is_in_doubt)
        });
        let slow = late || hard || self.turns > SOON;
        if slow && !std::mem::replace(&mut self.probed, true) {
            let found = self.scout.as_mut().map(|scout| scout.soon()).unwrap_or_default();
            self.candidates.extend(found);
            if !self.try_runs(judge, budget) {
                return;
            }
        }
        let worker = self.whose_turn(late);
        let before = budget.left();
        match worker {
            Worker::Engine => self.drive(judge, budget),
            Worker::Saturation => self.saturate(judge, budget),
            Worker::Unrolling => self.unroll(judge, budget),
            Worker::Scout => self.look_for_runs(judge, budget),
        }
        self.spent_by[worker as usize] += budget.used(before);
    }

    /// Whether there is nothing left to do.
    pub fn is_over(&self) -> bool {
        let alone = self.rung.is_none();
        let looks = self.may_find_runs() || self.may_unroll() || self.may_saturate();
        self.is_settled() || (alone && !looks)
    }

    fn is_settled(&self) -> bool {
        // Without claims there still is the invariant to find.
        self.claims.iter().all(|c| c.settled) && (!self.claims.is_empty() || self.rung.is_none())
    }

    /// Whether nothing is left but the search for failing runs.
    pub fn only_looks_for_runs(&self) -> bool {
        self.rung.is_none() && !self.may_unroll() && !self.may_saturate()
    }

    /// Why no more can be said; `None` as long as there is more to try.
    pub fn why(&self) -> Option<&Why> {
        self.why.as_ref()
    }

    /// Why the claim of an assertion clause was given up, if it was.
    pub fn given_up(&self, clause: ClauseId) -> Option<&Why> {
        self.claims.iter().find(|c| c.clause == clause)?.given_up.as_ref()
    }

    /// Steps spent so far.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Questions put to the integer solver so far.
    pub fn questions(&self) -> u64 {
        let attempts = [Some(&self.given), self.merged.as_ref()];
        self.earlier_questions
            + attempts.into_iter().flatten().map(Views::questions).sum::<u64>()
            + self.scout.as_ref().map_or(0, |scout| scout.questions())
            + self.saturation.as_ref().map_or(0, |saturation| saturation.questions)
    }

    /// What the engine had learned that came to something last.
    pub fn last(&self) -> &Learned {
        &self.last
    }

    /// How far the search is.
    pub fn learned(&self) -> Learned {
        let engine = self.rung.and_then(|rung| self.attempt(self.ladder()[rung].form)?.learned());
        let learned = engine.or_else(|| self.scout.as_ref().map(|scout| scout.learned()));
        learned.unwrap_or_default()
    }

    fn views(&self, form: Form) -> Option<&Views> {
        match form {
            Form::Given => Some(&self.given),
            Form::Merged => self.merged.as_ref(),
        }
    }

    fn views_mut(&mut self, form: Form) -> Option<&mut Views> {
        match form {
            Form::Given => Some(&mut self.given),
            Form::Merged => self.merged.as_mut(),
        }
    }

    fn attempt(&self, form: Form) -> Option<&Attempt> {
        self.views(form).map(Views::now)
    }

    fn attempt_mut(&mut self, form: Form) -> Option<&mut Attempt> {
        self.views_mut(form).map(Views::now_mut)
    }

    fn system(&self, form: Form) -> Rc<System> {
        self.views(form).unwrap_or(&self.given).whole().system()
    }

    /// The main engine works for a while.
    fn drive(&mut self, judge: &mut dyn Judge<R>, budget: &mut Budget) {
        let Some(rung) = self.rung else { return };
        let form = self.ladder()[rung].form;
        let system = self.system(form);
        let claims = std::mem::take(&mut self.claims);
        let open = |clause| {
            claims.iter().any(|c| c.is_open_in(form) && c.is_violated_by(clause, form, &system))
        };
        let left = budget.left();
        let event = self.attempt_mut(form).map(|attempt| attempt.turn(&open, budget));
        if let Some(learned) = self.attempt_mut(form).and_then(Attempt::take_last) {
            self.last = learned;
        }
        self.claims = claims;
        self.spent += (left - budget.left()).max(1);
        let quick = self.ladder()[rung].quick;
        let patience = match quick {
            true => self.settings.learn.quick,
            false => self.settings.sharing.patience,
        };
        let most = self.settings.sharing.doubt;
        let hard = self.attempt(form).is_some_and(|attempt| attempt.doubts_beyond(most));
        let impatient = (self.spent > patience || hard) && !self.patient;
        match event {
            Some(Event::Further) if impatient => {
                let now = self.ladder()[rung];
                if !quick || !self.ladder()[rung + 1..].iter().any(|r| r.tries_the_same(&now)) {
                    self.cut_short.insert(rung);
                } else if !self.claims.iter().any(|claim| claim.deferred) {
                    self.attempt_mut(form).into_iter().for_each(Attempt::park);
                }
                self.climb(judge, form, None, Why::Vocabulary);
            }
            Some(Event::Further) | None => {}
            Some(Event::Lemmas { lemmas, violated }) => {
                self.propose(judge, form, &lemmas, &violated);
            }
            Some(Event::Derivation(derivation)) => self.derived(judge, form, &derivation),
            Some(Event::Fails(Some(at), _)) if self.defers(form, at) => {
                if let Some(attempt) = self.attempt_mut(form) {
                    attempt.pass_over(&|clause| clause == at);
                }
            }
            Some(Event::Fails(at, why)) => self.climb(judge, form, at, why),
            Some(Event::Unfit(why)) if form == Form::Merged => {
                self.climb(judge, form, None, why);
            }
            Some(Event::Unfit(why)) => {
                // Merged steps have the same arithmetic.
                (self.why, self.rung) = (Some(why), None);
            }
        }
    }

    /// Puts an invariant before the judge, in each way in which it can be said.
    fn propose(
        &mut self,
        judge: &mut dyn Judge<R>,
        form: Form,
        ways: &[Lemmas],
        violated: &BTreeSet<ClauseId>,
    ) {
        let system = self.system(form);
        let has = |clause: ClauseId| self.attempt(form).is_some_and(|attempt| attempt.has(clause));
        let goals: Vec<&Clause> = system.clauses.iter().filter(|c| c.goal.is_claim()).collect();
        let safe = |c: &Claim| {
            let broken = |goal: &&&Clause| violated.contains(&goal.id) || !has(goal.id);
            let mut its = goals.iter().filter(|goal| c.is_violated_by(goal.id, form, &system));
            c.is_open_in(form) && !its.any(|goal| broken(&goal))
        };
        let safe: Vec<bool> = self.claims.iter().map(safe).collect();
        let mut refused = Why::Vocabulary;
        if self.claims.is_empty() || safe.contains(&true) {
            for lemmas in ways {
                match self.accepts(judge, form, lemmas, &safe) {
                    Ok(()) if self.claims.is_empty() => {
                        self.rung = None;
                        return;
                    }
                    Ok(()) => return self.climb(judge, form, None, Why::Vocabulary),
                    Err(why) => refused = why,
                }
            }
        }
        if let Why::Rejected(_) = &refused {
            for claim in self.claims.iter_mut().zip(&safe).filter(|(_, s)| **s).map(|(c, _)| c) {
                (claim.settled, claim.given_up) = (true, Some(refused.clone()));
            }
        }
        self.climb(judge, form, None, refused);
    }

    /// Settles the claims that are `meant` if the judge accepts the lemmas for them.
    fn accepts(
        &mut self,
        judge: &mut dyn Judge<R>,
        form: Form,
        lemmas: &Lemmas,
        meant: &[bool],
    ) -> Result<(), Why> {
        let system = self.system(form);
        let asked = |clause: ClauseId| {
            let mut meant = self.claims.iter().zip(meant).filter(|(_, meant)| **meant);
            meant.any(|(c, _)| c.is_violated_by(clause, form, &system))
        };
        let attempt = self.attempt(form).ok_or(Why::Vocabulary)?;
        let claims = self.claims.iter().zip(meant).filter(|(_, meant)| **meant);
        let claims = claims.map(|(c, _)| c.clause).collect();
        judge.model(&Proposal { claims, ..attempt.proposal(form, lemmas, &asked) })?;
        let settled = self.claims.iter_mut().zip(meant).filter(|(_, meant)| **meant);
        settled.for_each(|(claim, _)| claim.settled = true);
        self.tell_scout();
        Ok(())
    }

    /// What is settled needs no run, and the scout has more time for the others.
    fn tell_scout(&mut self) {
        let open = |a: &AssertId| self.claims.iter().any(|c| c.assert == Some(*a) && !c.settled);
        let asserts: BTreeSet<AssertId> = self.claims.iter().filter_map(|c| c.assert).collect();
        let settled: Vec<AssertId> = asserts.into_iter().filter(|a| !open(a)).collect();
        if let Some(scout) = &mut self.scout {
            settled.into_iter().for_each(|a| scout.settled(a));
        }
    }

    /// Puts a derivation before the judge.
    fn derived(&mut self, judge: &mut dyn Judge<R>, form: Form, found: &Derivation) {
        let system = self.system(form);
        let accepted = judge.derivation(form, found);
        let of = |c: &&mut Claim| c.is_violated_by(found.clause, form, &system);
        for claim in self.claims.iter_mut().filter(of) {
            match &accepted {
                Ok(()) => claim.is_derived_in(form),
                Err(why) => (claim.settled, claim.given_up) = (true, Some(why.clone())),
            }
        }
        if !self.claims.iter().any(|c| c.is_open_in(form)) {
            self.climb(judge, form, Some(found.clause), Why::Vocabulary);
        }
    }

    /// Very long runs are not worth their time where the clauses are known to be too weak for all claims: the user knows
    /// what to do then.
    fn wants_long_runs(&self) -> bool {
        self.claims.iter().any(Claim::is_refutable)
    }

    /// Whether a run may still turn up for a claim that is not settled.
    fn may_find_runs(&self) -> bool {
        let finds = |scout: &dyn Scout<R>| scout.may_find(self.wants_long_runs());
        !self.candidates.is_empty() || self.scout.as_deref().is_some_and(finds)
    }

    /// Whether the clauses may still turn out to contradict each other where that is not known.
    fn may_unroll(&self) -> bool {
        self.claims.iter().any(Claim::is_refutable) && self.given.whole().may_unroll()
    }

    /// Whether facts may still lead to a violation that is not settled.
    fn may_saturate(&self) -> bool {
        let open = self.claims.iter().any(Claim::is_refutable);
        open && self.saturation.as_ref().is_some_and(|saturation| !saturation.is_over())
    }

    fn saturate(&mut self, judge: &mut dyn Judge<R>, budget: &mut Budget) {
        let Some(saturation) = &mut self.saturation else { return };
        let claims = &self.claims;
        let open = |clause| claims.iter().any(|c| c.is_refutable() && c.clause == clause);
        if let Some(derivation) = saturation.step(&open, budget) {
            self.derived(judge, Form::Given, &derivation);
            self.given.excuse(&|clause| clause == derivation.clause);
        }
    }

    fn unroll(&mut self, judge: &mut dyn Judge<R>, budget: &mut Budget) {
        let claims = &self.claims;
        let open = |clause| claims.iter().any(|c| c.is_refutable() && c.clause == clause);
        if let Some(derivation) = self.given.whole_mut().unroll(&open, budget) {
            self.derived(judge, Form::Given, &derivation);
            self.given.excuse(&|clause| clause == derivation.clause);
        }
    }

    fn look_for_runs(&mut self, judge: &mut dyn Judge<R>, budget: &mut Budget) {
        let long = self.wants_long_runs();
        let Some(mut scout) = self.scout.take() else { return };
        match scout.step(long, budget) {
            Some(Search::Found(candidate)) => {
                self.scout = Some(scout);
                self.candidates.push_back(candidate);
                self.try_runs(judge, budget);
            }
            None => self.scout = Some(scout),
            Some(Search::Exhausted | Search::TooWide) => {
                self.earlier_questions += scout.questions();
            }
        }
    }

    /// Puts what scouts have found before the judge, one run after the other; `false` if the budget does not suffice to
    /// see one to its end.
    fn try_runs(&mut self, judge: &mut dyn Judge<R>, budget: &mut Budget) -> bool {
        while let Some(candidate) = self.candidates.pop_front() {
            match judge.run(&candidate, budget) {
                Some(true) => self.is_violated(&candidate),
                Some(false) => {}
                None => {
                    self.candidates.push_front(candidate);
                    return false;
                }
            }
        }
        true
    }

    /// Settles the claim that a run violates.
    fn is_violated(&mut self, candidate: &Candidate<R>) {
        let violated = Some(candidate.assert);
        for claim in self.claims.iter_mut().filter(|c| c.assert == violated) {
            claim.settled = true;
        }
        for views in [Some(&mut self.given), self.merged.as_mut()].into_iter().flatten() {
            let system = views.whole().system();
            views.excuse(&|clause| {
                system.clause(clause).is_some_and(|c| c.origin.assert == violated)
            });
        }
        if let Some(scout) = &mut self.scout {
            scout.settled(candidate.assert);
        }
    }
}
