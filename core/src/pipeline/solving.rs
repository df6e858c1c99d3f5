//! Solving, step by step: certify with the Horn engine, refute with runs of the program, believe
//! neither before `check/` has looked at it.

mod attack;
mod certifying;
mod reaching;
mod report;
mod searching;

use super::{Input, Settings, stages};
use crate::abstraction::heuristic::Heuristic;
use crate::base::SortedSet;
use crate::base::{Budget, LineIndex, Span};
use crate::chc::bounded::Bounded;
use crate::chc::derivation::Derivation;
use crate::chc::engine::Engine;
use crate::chc::houdini::Lemmas;
use crate::chc::mine::Rung;
use crate::check;
use crate::explain::{Invariant, Outcome, Progress, Stages, Statistics, UnknownReason, Verdict};
use crate::horn::{Clause, ClauseId, Goal, System};
use crate::lang::typed::{AssertId, AssertionKind, Program};
use attack::{Attack, Event, Method};
use certifying::Certified;
pub use report::unanswered;
use std::rc::Rc;

/// Steps of one turn.
const TURN: u64 = 5_000;
/// Steps on one rung after which the next ones are tried first.
const PATIENCE: u64 = 3_000_000;
/// Questions after which the engine shares its time with the search for runs.
const HEAD_START: u64 = 400;

/// Which clauses to solve: those that the user looks at, or those with the steps between two loop
/// heads taken together. The latter lose less, and have fewer predicates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Clauses {
    Given,
    Merged,
}

/// What is tried, in order. If the given clauses contradict each other, this shows on the first
/// rungs, and merging steps does not come to hide that the choice of the user is too weak.
const LADDER: [(Clauses, Method); 12] = [
    (Clauses::Given, Method::Pdr(Rung::Lean)),
    (Clauses::Given, Method::Pdr(Rung::Guards)),
    (Clauses::Merged, Method::Pdr(Rung::Lean)),
    (Clauses::Merged, Method::Pdr(Rung::Guards)),
    (Clauses::Merged, Method::Pdr(Rung::Transport)),
    (Clauses::Given, Method::Pdr(Rung::Transport)),
    (Clauses::Given, Method::Pdr(Rung::Relations)),
    (Clauses::Merged, Method::Pdr(Rung::Relations)),
    (Clauses::Merged, Method::Pdr(Rung::Stride)),
    (Clauses::Given, Method::Pdr(Rung::Stride)),
    (Clauses::Given, Method::Forward(Rung::Transport)),
    (Clauses::Merged, Method::Forward(Rung::Transport)),
];

/// Without assertions the question is what the program does.
const EXPLORATION: [(Clauses, Method); 2] = [
    (Clauses::Given, Method::Forward(Rung::Stride)),
    (Clauses::Given, Method::Forward(Rung::Guards)),
];

/// What a step of the solving ended with.
#[allow(clippy::large_enum_variant)]
pub enum Status {
    /// There is more to do.
    Running(Progress),
    /// The answer.
    Done(Outcome),
}

/// An assertion clause and what is known of it.
struct Claim {
    clause: ClauseId,
    assert: Option<AssertId>,
    span: Span,
    verdict: Option<Verdict>,
    /// An accepted derivation of false, until a run is found or the search for one ends.
    derivation: Option<Derivation>,
    /// The same in the clauses with merged steps.
    merged: Option<Derivation>,
    /// Why the engine does not look at it any more, although it has found nothing.
    given_up: Option<UnknownReason>,
    /// Whether it is a hint: meant to help, so it must not stand in the way.
    hint: bool,
    /// Whether no run comes to it; only known of claims that are certified.
    unreached: bool,
    /// Whether it has to wait: a hint until all else is settled, another one for the next rung.
    deferred: bool,
}

impl Claim {
    /// Whether the engine still has to do with it.
    fn is_open(&self) -> bool {
        self.is_refutable() && self.given_up.is_none() && !self.deferred
    }

    /// Whether a derivation of false would tell more than is known.
    fn is_refutable(&self) -> bool {
        self.verdict.is_none() && self.derivation.is_none()
    }

    /// Whether there is something to do for it with these clauses.
    fn is_open_in(&self, clauses: Clauses) -> bool {
        self.is_open() && (clauses == Clauses::Given || self.merged.is_none())
    }
}

/// A resumable search for the verdict on a program or on a system of clauses.
pub struct Solving {
    program: Option<Program>,
    text: String,
    lines: LineIndex,
    /// Whether conditions on any number of cells are loops.
    with_loops: bool,
    /// The settings as options of the command line.
    options: String,
    stages: Rc<Stages>,
    claims: Vec<Claim>,
    given: Attack,
    /// Begun when it is its turn.
    merged: Option<Attack>,
    /// What `merged` is made from, if that makes sense.
    mergeable: Option<(System, Settings)>,
    /// The rung of the ladder, while the engine has something to do.
    rung: Option<usize>,
    /// Steps spent on it.
    spent: u64,
    /// Rungs that were left before they came to an end.
    hurried: SortedSet<usize>,
    /// Whether all rungs were tried and those get the time they need.
    patient: bool,
    runs: Option<Bounded>,
    turns: u64,
    invariants: Vec<Invariant>,
    certified: Vec<Certified>,
    /// Whether some of them are of clauses with merged steps.
    by_merging: bool,
    statistics: Statistics,
    earlier_questions: u64,
    /// Why the engine cannot say more, once it is over.
    reason: UnknownReason,
}

impl Solving {
    /// Starts on an input without errors; `None` when there are errors.
    pub fn new(input: &Input) -> Option<Solving> {
        let system = input.system.as_ref()?;
        let stages = Rc::new(stages(system, &input.lines, &input.settings));
        let asserts = input.program.as_ref().map_or(&[][..], |p| &p.asserts);
        let is_hint =
            |a: AssertId| asserts.get(a.0 as usize).is_some_and(|a| a.kind == AssertionKind::Hint);
        let claim = |c: &Clause| {
            matches!(c.goal, Goal::Cond(_)).then_some(Claim {
                clause: c.id,
                assert: c.origin.assert,
                span: c.origin.span,
                verdict: None,
                derivation: None,
                merged: None,
                given_up: None,
                hint: c.origin.assert.is_some_and(is_hint),
                unreached: false,
                deferred: false,
            })
        };
        let claims: Vec<Claim> = stages.concrete.clauses.iter().filter_map(claim).collect();
        let wanted: SortedSet<AssertId> = claims.iter().filter_map(|c| c.assert).collect();
        // Runs are followed step by step, whatever the abstraction starts from.
        let runs = input.program.as_ref().map(|program| {
            Bounded::new(Rc::new(system.clone()), wanted).with_program(Rc::new(program.clone()))
        });
        let mut solving = Solving {
            program: input.program.clone(),
            text: input.text.clone(),
            lines: input.lines.clone(),
            with_loops: input.settings.loops,
            options: input.settings.as_options(),
            given: Attack::new(stages.clone()),
            merged: None,
            mergeable: mergeable(input),
            rung: Some(0),
            spent: 0,
            hurried: SortedSet::new(),
            patient: false,
            stages,
            claims,
            runs,
            turns: 0,
            invariants: vec![],
            certified: vec![],
            by_merging: false,
            statistics: Statistics::default(),
            earlier_questions: 0,
            reason: UnknownReason::Budget,
        };
        solving.given.choose(solving.ladder()[0].1);
        Some(solving)
    }

    fn ladder(&self) -> &'static [(Clauses, Method)] {
        if self.claims.is_empty() { &EXPLORATION } else { &LADDER }
    }

    /// Whether the premises of assertion clauses say nothing but when control comes there. Clauses
    /// from a file and conditions as loops have parts of the claim among them.
    fn claims_are_apart(&self) -> bool {
        self.program.is_some() && !self.with_loops
    }

    /// The stages that are being solved.
    pub fn stages(&self) -> &Stages {
        &self.stages
    }

    /// Works for about `steps` steps. The work is done in turns of a fixed size, so that what is
    /// found does not depend on how the caller cuts it.
    pub fn step(&mut self, steps: u64) -> Status {
        let mut spent = 0;
        while spent < steps && !self.is_over() {
            let mut budget = Budget::steps(TURN);
            self.turn(&mut budget);
            spent += (TURN - budget.left()).max(1);
        }
        self.statistics.steps += spent;
        match self.is_over() {
            true => Status::Done(self.so_far(&self.reason)),
            false => Status::Running(self.progress()),
        }
    }

    /// Steps spent so far.
    pub fn steps(&self) -> u64 {
        self.statistics.steps
    }

    /// How many assertions have a verdict, or a derivation in the abstract clauses.
    pub fn settled(&self) -> usize {
        self.claims.iter().filter(|c| !c.is_refutable()).count()
    }

    /// One turn of the engine that looks for invariants. Once it has had its head start, every other
    /// turn belongs to the two that look for derivations and runs.
    fn turn(&mut self, budget: &mut Budget) {
        self.turns += 1;
        if self.turns == 1 {
            self.probe();
        }
        let alone = self.rung.is_none();
        let shared = self.questions() > HEAD_START && self.turns.is_multiple_of(2);
        if !(alone || shared) {
            return self.drive(budget);
        }
        let derives = self.turns.is_multiple_of(4) || !self.may_find_runs();
        if self.may_unroll() && derives {
            self.unroll(budget);
        } else if self.may_find_runs() {
            self.look_for_runs(budget);
        } else {
            self.drive(budget);
        }
    }

    fn is_over(&self) -> bool {
        let alone = self.rung.is_none();
        self.is_settled() || (alone && !self.may_find_runs() && !self.may_unroll())
    }

    fn is_settled(&self) -> bool {
        let settled = |c: &Claim| c.verdict.is_some();
        // Without assertions there still is the invariant to find.
        self.claims.iter().all(settled) && (!self.claims.is_empty() || self.rung.is_none())
    }

    /// Questions put to the integer solver so far.
    pub fn questions(&self) -> u64 {
        let attacks = [Some(&self.given), self.merged.as_ref()];
        self.earlier_questions
            + attacks.into_iter().flatten().map(Attack::questions).sum::<u64>()
            + self.runs.as_ref().map_or(0, |runs| runs.questions())
    }

    /// The attack whose turn it is.
    fn attack(&self) -> Option<&Attack> {
        match self.ladder()[self.rung?].0 {
            Clauses::Given => Some(&self.given),
            Clauses::Merged => self.merged.as_ref(),
        }
    }

    fn drive(&mut self, budget: &mut Budget) {
        let Some(rung) = self.rung else { return };
        let clauses = self.ladder()[rung].0;
        let attack = match clauses {
            Clauses::Given => Some(&mut self.given),
            Clauses::Merged => self.merged.as_mut(),
        };
        let Some(attack) = attack else { return };
        let stages = attack.stages.clone();
        let claims = &self.claims;
        let open = |clause| {
            claims.iter().any(|c| c.is_open_in(clauses) && is_of(c, clause, clauses, &stages))
        };
        let left = budget.left();
        let event = attack.turn(&open, &self.lines, &mut self.statistics, budget);
        self.spent += (left - budget.left()).max(1);
        match event {
            Event::Further if self.spent > PATIENCE && !self.patient => {
                self.hurried.insert(rung);
                self.climb(clauses, None, UnknownReason::Vocabulary);
            }
            Event::Further => {}
            Event::Invariant(lemmas) => {
                let open = |c: &Claim| c.is_open_in(clauses);
                let checked = self.certify(clauses, &lemmas, &open);
                if let Err(why @ UnknownReason::Rejected(_)) = &checked {
                    self.give(&Verdict::Unknown(why.clone()), &open);
                }
                self.climb(clauses, None, checked.err().unwrap_or(UnknownReason::Vocabulary));
            }
            Event::Reachable(lemmas, exact, violated) => {
                self.explored(clauses, [&lemmas, &exact], &violated);
            }
            Event::Derivation(derivation) => self.accept_derivation(clauses, derivation),
            Event::Fails(Some(at), _) if self.defers(clauses, at) => {
                if let Some(attack) = self.attack_on(clauses) {
                    attack.pass_over(&|clause| clause == at);
                }
            }
            Event::Fails(at, why) => self.climb(clauses, at, why),
            Event::Unfit(why) if clauses == Clauses::Merged => self.climb(clauses, None, why),
            Event::Unfit(why) => {
                // Merged steps have the same arithmetic and keep the same arrays.
                self.reason = why;
                self.rung = None;
            }
        }
    }

    /// Goes on with the next rung. When there is none, those that were left early come again; then the
    /// assertion that the failure is `about` is given up, and the others have their turn from the
    /// start: each assertion is judged by itself.
    fn climb(&mut self, clauses: Clauses, about: Option<ClauseId>, why: UnknownReason) {
        let stages = self.stages_of(clauses);
        self.claims.iter_mut().filter(|c| !c.hint).for_each(|c| c.deferred = false);
        let mut next = self.rung.map_or(0, |rung| rung + 1);
        loop {
            if next == self.ladder().len() && !self.patient && !self.hurried.is_empty() {
                self.patient = true;
                next = 0;
            }
            if next == self.ladder().len() {
                let fails = |c: &&mut Claim| {
                    c.is_open() && about.is_none_or(|at| is_of(c, at, clauses, &stages))
                };
                let mut failing = self.claims.iter_mut().filter(fails).peekable();
                if failing.peek().is_none() {
                    // Nothing is left that could be given up.
                    self.reason = why;
                    self.rung = None;
                    return;
                }
                failing.for_each(|c| c.given_up = Some(why.clone()));
                (self.patient, next) = (false, 0);
                self.hurried.clear();
            }
            if !self.claims.is_empty() && !self.claims.iter().any(Claim::is_open) {
                if !self.claims.iter().any(|c| c.deferred) {
                    self.rung = None;
                    return;
                }
                self.claims.iter_mut().for_each(|c| c.deferred = false);
                next = 0;
            }
            let skipped = self.patient && !self.hurried.contains(&next);
            if !skipped && self.enter(next) {
                return;
            }
            next += 1;
        }
    }

    /// Lets a claim wait that cannot be proved with the present vocabulary, if there is another one
    /// that perhaps can: the hard ones must not stand in the way of the easy ones.
    fn defers(&mut self, clauses: Clauses, at: ClauseId) -> bool {
        let stages = self.stages_of(clauses);
        let others = |c: &Claim| c.is_open_in(clauses) && !is_of(c, at, clauses, &stages);
        if !self.claims.iter().any(others) {
            return false;
        }
        let mut deferred = false;
        for claim in self.claims.iter_mut().filter(|c| is_of(c, at, clauses, &stages)) {
            deferred |= claim.is_open();
            claim.deferred = true;
        }
        deferred
    }

    /// Begins with a rung, if there is something to do on it.
    fn enter(&mut self, rung: usize) -> bool {
        let (clauses, method) = self.ladder()[rung];
        if !self.claims.is_empty() && !self.claims.iter().any(|c| c.is_open_in(clauses)) {
            return false;
        }
        if clauses == Clauses::Merged && self.merged.is_none() {
            let Some((system, settings)) = self.mergeable.take() else { return false };
            self.merged = Some(Attack::new(Rc::new(stages(&system, &self.lines, &settings))));
        }
        if let Some(attack) = self.attack_on(clauses) {
            attack.choose(method);
        }
        (self.rung, self.spent) = (Some(rung), 0);
        true
    }

    fn attack_on(&mut self, clauses: Clauses) -> Option<&mut Attack> {
        match clauses {
            Clauses::Given => Some(&mut self.given),
            Clauses::Merged => self.merged.as_mut(),
        }
    }

    fn stages_of(&self, clauses: Clauses) -> Rc<Stages> {
        let merged = self.merged.as_ref().filter(|_| clauses == Clauses::Merged);
        merged.unwrap_or(&self.given).stages.clone()
    }

    fn accept_derivation(&mut self, clauses: Clauses, derivation: Derivation) {
        let stages = self.stages_of(clauses);
        let checked = check::derivation::verify(&stages.simplified, &derivation);
        let of = |c: &&mut Claim| is_of(c, derivation.clause, clauses, &stages);
        for claim in self.claims.iter_mut().filter(of) {
            match (&checked, clauses) {
                (Ok(()), Clauses::Given) => claim.derivation = Some(derivation.clone()),
                (Ok(()), Clauses::Merged) => claim.merged = Some(derivation.clone()),
                (Err(why), _) => {
                    let why = UnknownReason::Rejected(why.to_string());
                    claim.verdict = Some(Verdict::Unknown(why));
                }
            }
        }
        if !self.claims.iter().any(|c| c.is_open_in(clauses)) {
            self.climb(clauses, Some(derivation.clause), UnknownReason::Vocabulary);
        }
    }

    /// Takes what is reachable as an invariant: as lemmas, or as it was found if these say less.
    fn explored(&mut self, clauses: Clauses, found: [&Lemmas; 2], violated: &SortedSet<ClauseId>) {
        let stages = self.stages_of(clauses);
        let safe = |c: &Claim| {
            let broken = violated.iter().any(|v| is_of(c, *v, clauses, &stages));
            c.is_open_in(clauses) && !broken
        };
        let useful = self.claims.is_empty() || self.claims.iter().any(safe);
        let done = useful && found.iter().any(|f| self.certify(clauses, f, &safe).is_ok());
        if done && self.claims.is_empty() {
            self.rung = None;
        } else {
            self.climb(clauses, None, UnknownReason::Vocabulary);
        }
    }

    /// Checks an invariant and gives the verdict `certified` to the claims that it `settles`.
    ///
    /// # Errors
    /// When `check/` does not accept it, or the proofs take too long.
    fn certify(
        &mut self,
        clauses: Clauses,
        lemmas: &Lemmas,
        settles: &dyn Fn(&Claim) -> bool,
    ) -> Result<(), UnknownReason> {
        let Some(attack) = self.attack() else { return Err(UnknownReason::Vocabulary) };
        let stages = attack.stages.clone();
        let asked = |clause: ClauseId| {
            self.claims.iter().any(|c| settles(c) && is_of(c, clause, clauses, &stages))
        };
        let (model, invariants, count) = attack.certify(lemmas, &asked, &self.lines)?;
        let unreached = |claim: &Claim| {
            let own = |c: &Clause| is_of(claim, c.id, clauses, &stages);
            settles(claim) && reaching::is_unreached(&stages, &model, &own)
        };
        // Each question goes through all clauses.
        let few = self.claims.len() * stages.concrete.clauses.len() <= reaching::WORK;
        let asked_for = few && self.claims_are_apart();
        let unreached: Vec<bool> = self.claims.iter().map(|c| asked_for && unreached(c)).collect();
        let merged = clauses == Clauses::Merged;
        self.certified.push(Certified::new(stages.clone(), model, &asked, merged));
        self.statistics.lemmas = count;
        self.by_merging |= clauses == Clauses::Merged;
        invariants.into_iter().for_each(|i| self.keep(i));
        self.give(&Verdict::Certified, settles);
        self.claims.iter_mut().zip(unreached).for_each(|(c, unreached)| c.unreached |= unreached);
        Ok(())
    }

    /// Gives a verdict to some claims. What is settled needs no run, and the search for runs has
    /// more time for the others.
    fn give(&mut self, verdict: &Verdict, to: &dyn Fn(&Claim) -> bool) {
        for claim in self.claims.iter_mut() {
            if to(claim) {
                claim.verdict = Some(verdict.clone());
            }
        }
        let open =
            |a: &AssertId| self.claims.iter().any(|c| c.assert == Some(*a) && c.verdict.is_none());
        let asserts: SortedSet<AssertId> = self.claims.iter().filter_map(|c| c.assert).collect();
        let settled: Vec<AssertId> = asserts.into_iter().filter(|a| !open(a)).collect();
        if let Some(runs) = &mut self.runs {
            settled.into_iter().for_each(|a| runs.found(a));
        }
    }

    /// Keeps an invariant, beside what is known of the same point already.
    fn keep(&mut self, invariant: Invariant) {
        match self.invariants.iter_mut().find(|known| known.name == invariant.name) {
            Some(known) => known.join(invariant),
            None => self.invariants.push(invariant),
        }
    }
}

/// Whether a clause violates the assertion of a claim. Steps that were merged have clauses of their
/// own for it; one that does not say whose it is could be anybody's.
fn is_of(claim: &Claim, clause: ClauseId, clauses: Clauses, stages: &Stages) -> bool {
    match clauses {
        Clauses::Given => claim.clause == clause,
        Clauses::Merged => {
            let assert = stages.concrete.clause(clause).and_then(|c| c.origin.assert);
            assert.is_none() || assert == claim.assert
        }
    }
}

/// The clauses of single steps and the settings to merge them, unless they are merged already, or
/// the user's choice is about single steps.
fn mergeable(input: &Input) -> Option<(System, Settings)> {
    let (system, settings) = (input.system.as_ref()?, &input.settings);
    let by_hand = settings.policy.heuristic == Heuristic::Manual;
    (input.program.is_some() && !settings.large_blocks && !by_hand)
        .then(|| (system.clone(), Settings { large_blocks: true, ..settings.clone() }))
}
