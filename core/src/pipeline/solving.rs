//! Solving, step by step: certify with the Horn engine, refute with runs of the program, believe
//! neither before `check/` has looked at it.

mod report;

use super::probing::probe;
use super::{Input, stages};
use crate::base::{Budget, Int, LineIndex, Span};
use crate::chc::bounded::{Bounded, Candidate, Search};
use crate::chc::derivation::{Derivation, Ground};
use crate::chc::mine::{Rung, Vocabulary, mine};
use crate::chc::minimise::minimise;
use crate::chc::model::Model;
use crate::chc::pdr::{Finding, Pdr, Reason};
use crate::chc::reduce::{Reduced, reduce};
use crate::chc::refute::{Refutation, refute};
use crate::chc::rule::{Rule, rules};
use crate::check;
use crate::explain::{
    self, Invariant, Outcome, Progress, Run, Stages, Statistics, UnknownReason, Verdict,
};
use crate::horn::{Clause, ClauseId, Goal, Names, PredId, Sort, System, Term, Var};
use crate::lang::interp::{ListedChoices, run_to_failure};
use crate::lang::typed::{AssertId, Program};
use crate::lia::{self, proof::Proof};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Steps of one turn.
const TURN: u64 = 5_000;
/// Questions after which the engine shares its time with the search for runs.
const HEAD_START: u64 = 400;
/// Steps that the search for runs may take in its questions.
const RUN_STEPS: u64 = 1_500_000;
/// Questions that it may ask.
const RUN_QUESTIONS: u64 = 1_500;
/// Steps that the one question about a counterexample may take.
const QUESTION: u64 = 5_000_000;
/// Steps that minimising an invariant, or proving one obligation, may take.
const PROOF: u64 = 20_000_000;
/// Steps of a replayed run.
const REPLAY: usize = 20_000;

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
    /// Why the engine does not look at it any more, although it has found nothing.
    given_up: Option<UnknownReason>,
}

impl Claim {
    /// Whether the engine still has to do with it.
    fn is_open(&self) -> bool {
        self.verdict.is_none() && self.derivation.is_none() && self.given_up.is_none()
    }
}

enum Engine {
    /// Nothing was done yet.
    New,
    Searching(Box<Pdr>),
    /// The engine has come to its end; the search for runs may go on.
    Over,
}

/// A resumable search for the verdict on a program or on a system of clauses.
pub struct Solving {
    program: Option<Program>,
    text: String,
    lines: LineIndex,
    stages: Rc<Stages>,
    claims: Vec<Claim>,
    engine: Engine,
    rung: Rung,
    reduced: Vec<Rule>,
    kept: BTreeSet<PredId>,
    runs: Option<Bounded>,
    turns: u64,
    invariants: Vec<Invariant>,
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
        let claim = |c: &Clause| {
            matches!(c.goal, Goal::Cond(_)).then_some(Claim {
                clause: c.id,
                assert: c.origin.assert,
                span: c.origin.span,
                verdict: None,
                derivation: None,
                given_up: None,
            })
        };
        let claims: Vec<Claim> = stages.concrete.clauses.iter().filter_map(claim).collect();
        let wanted: BTreeSet<AssertId> = claims.iter().filter_map(|c| c.assert).collect();
        // Runs are followed step by step, whatever the abstraction starts from.
        let runs = input.program.is_some().then(|| Bounded::new(Rc::new(system.clone()), wanted));
        Some(Solving {
            program: input.program.clone(),
            text: input.text.clone(),
            lines: input.lines.clone(),
            stages,
            claims,
            engine: Engine::New,
            rung: Rung::Lean,
            reduced: vec![],
            kept: BTreeSet::new(),
            runs,
            turns: 0,
            invariants: vec![],
            statistics: Statistics::default(),
            earlier_questions: 0,
            reason: UnknownReason::Budget,
        })
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
        if self.is_over() { Status::Done(self.outcome()) } else { Status::Running(self.progress()) }
    }

    /// One turn of the engine, or, every other time once it has had its head start, of the search
    /// for runs.
    fn turn(&mut self, budget: &mut Budget) {
        self.turns += 1;
        let alone = matches!(self.engine, Engine::Over);
        let shared = self.questions() > HEAD_START && self.turns.is_multiple_of(2);
        if self.may_find_runs() && (alone || shared) {
            self.look_for_runs(budget);
        } else {
            self.drive(budget);
        }
    }

    fn is_over(&self) -> bool {
        let alone = matches!(self.engine, Engine::Over);
        self.is_settled() || (alone && !self.may_find_runs())
    }

    /// Ends the search; what is not known yet is `unknown` for the given reason.
    pub fn stop(&mut self, reason: UnknownReason) -> Outcome {
        self.reason = reason;
        self.outcome()
    }

    fn is_settled(&self) -> bool {
        let settled = |c: &Claim| c.verdict.is_some();
        // Without assertions there still is the invariant to find.
        self.claims.iter().all(settled)
            && (!self.claims.is_empty() || matches!(self.engine, Engine::Over))
    }

    fn questions(&self) -> u64 {
        self.earlier_questions
            + match &self.engine {
                Engine::Searching(pdr) => pdr.questions,
                _ => 0,
            }
            + self.runs.as_ref().map_or(0, |runs| runs.questions)
    }

    fn drive(&mut self, budget: &mut Budget) {
        match std::mem::replace(&mut self.engine, Engine::Over) {
            Engine::New => self.prepare(),
            Engine::Searching(mut pdr) => match pdr.step(budget) {
                None => self.engine = Engine::Searching(pdr),
                Some(finding) => self.digest(pdr, finding, budget),
            },
            Engine::Over => {}
        }
    }

    /// Reduces the clauses and starts the engine.
    fn prepare(&mut self) {
        self.probe();
        let rules = match rules(&self.stages.simplified) {
            Ok(rules) => rules,
            Err(no) => {
                let line = self
                    .stages
                    .concrete
                    .clause(no.clause)
                    .map_or(0, |c| self.lines.line(c.origin.span));
                self.reason = UnknownReason::Unsupported(format!("{} (line {line})", no.what));
                return;
            }
        };
        let vars = rules.iter().flat_map(Rule::vars);
        let mut names = Names::avoiding(vars);
        let preds = self.stages.simplified.pred_ids();
        let heads = preds.filter(|p| self.stages.simplified.pred(*p).loop_head).collect();
        let Reduced { rules, kept } = reduce(rules, &heads, &mut names);
        (self.reduced, self.kept) = (rules, kept);
        self.start_engine();
    }

    fn start_engine(&mut self) {
        let values = self.values();
        let system = &self.stages.simplified;
        let vocabulary: Vocabulary = mine(&self.reduced, system, &values, self.rung);
        match Pdr::new(self.reduced.clone(), system, &vocabulary) {
            Ok(mut pdr) => {
                for n in 0..self.reduced.len() {
                    if self.reduced[n].head.is_none() && !self.is_open(&self.reduced[n]) {
                        pdr.excuse(n);
                    }
                }
                self.engine = Engine::Searching(Box::new(pdr));
            }
            Err(what) => self.reason = UnknownReason::Unsupported(what),
        }
    }

    /// Whether the engine still has to do with the assertion that a rule for `false` violates.
    fn is_open(&self, rule: &Rule) -> bool {
        let root = root(rule);
        self.claims.iter().any(|c| c.clause == root && c.is_open())
    }

    /// The abstract parameters that hold values of cells.
    fn values(&self) -> BTreeMap<PredId, BTreeSet<Var>> {
        let of = |id: PredId| {
            let abstraction = &self.stages.abstraction;
            let values = abstraction.sigma(id).contents(abstraction.formal(id));
            (id, values.iter().filter_map(|t| t.as_var().cloned()).collect())
        };
        self.stages.simplified.pred_ids().map(of).collect()
    }

    fn digest(&mut self, mut pdr: Box<Pdr>, finding: Finding, budget: &mut Budget) {
        match finding {
            Finding::Invariant(cubes) => {
                let lemmas = cubes
                    .iter()
                    .map(|(pred, cubes)| {
                        let formulas =
                            cubes.iter().map(|c| pdr.formula(*pred, std::slice::from_ref(c)));
                        (*pred, formulas.collect())
                    })
                    .collect();
                self.leave(&pdr);
                self.certify(lemmas);
            }
            Finding::Counterexample(reason) => {
                let mut own = Budget::steps(QUESTION);
                let refutation = refute(&pdr, &reason, &self.stages.simplified, &mut own);
                budget.charge(QUESTION - own.left());
                match refutation {
                    Refutation::Derivation(derivation) => {
                        self.accept_derivation(&mut pdr, &reason, derivation);
                        self.engine = Engine::Searching(pdr);
                    }
                    Refutation::Spurious => {
                        self.leave(&pdr);
                        self.climb(&reason, UnknownReason::Vocabulary);
                    }
                    // A richer vocabulary may avoid the counterexample that cannot be decided.
                    Refutation::Unknown(what) => {
                        self.leave(&pdr);
                        self.climb(&reason, UnknownReason::TooHard(what));
                    }
                }
            }
            Finding::Stuck(what) => {
                self.leave(&pdr);
                self.reason = UnknownReason::TooHard(what);
            }
        }
    }

    /// Starts again with a richer vocabulary. When there is none, the assertion that the
    /// counterexample `at` is about is given up, and the others have their turn from the start:
    /// each assertion is judged by itself.
    fn climb(&mut self, at: &Reason, otherwise: UnknownReason) {
        match self.rung.next() {
            Some(rung) => self.rung = rung,
            None => {
                let root = root(&self.reduced[at.rule]);
                self.claims
                    .iter_mut()
                    .filter(|c| c.clause == root)
                    .for_each(|c| c.given_up = Some(otherwise.clone()));
                self.rung = Rung::Lean;
            }
        }
        if self.claims.iter().any(Claim::is_open) {
            self.start_engine();
        }
    }

    /// Keeps the counts of an engine that is left behind.
    fn leave(&mut self, pdr: &Pdr) {
        self.earlier_questions += pdr.questions;
        self.statistics.atoms = pdr.atom_count() as u64;
        self.statistics.lemmas = pdr.lemma_count() as u64;
    }

    fn accept_derivation(&mut self, pdr: &mut Pdr, reason: &Reason, derivation: Derivation) {
        let checked = check::derivation::verify(&self.stages.simplified, &derivation);
        let root = derivation.clause;
        let claim = self.claims.iter_mut().find(|c| c.clause == root);
        if let Some(claim) = claim {
            match checked {
                Ok(()) => claim.derivation = Some(derivation),
                Err(why) => {
                    let why = UnknownReason::Rejected(why.to_string());
                    claim.verdict = Some(Verdict::Unknown(why));
                }
            }
        }
        pdr.excuse(reason.rule);
        let same: Vec<usize> = (0..pdr.rules().len())
            .filter(|n| pdr.rules()[*n].head.is_none() && self::root(&pdr.rules()[*n]) == root)
            .collect();
        same.into_iter().for_each(|n| pdr.excuse(n));
    }

    /// Checks an invariant and gives the verdict `certified` to all claims still open.
    fn certify(&mut self, lemmas: BTreeMap<PredId, Vec<Term>>) {
        let rules: Vec<Rule> =
            self.reduced.iter().filter(|r| r.head.is_some() || self.is_open(r)).cloned().collect();
        let mut budget = Budget::steps(PROOF);
        let lemmas = minimise(&rules, &self.stages.simplified, &lemmas, &mut budget);
        let formulas = self
            .kept
            .iter()
            .map(|p| (*p, Term::and(lemmas.get(p).cloned().unwrap_or_default())))
            .collect();
        let model = Model { formulas };
        let open: BTreeSet<ClauseId> =
            self.claims.iter().filter(|c| c.is_open()).map(|c| c.clause).collect();
        let skip = |c: &Clause| matches!(c.goal, Goal::Cond(_)) && !open.contains(&c.id);
        let verdict = match checked_model(&self.stages.simplified, &model, &skip) {
            Ok(()) => {
                self.invariants = self.describe(&lemmas);
                self.statistics.lemmas = lemmas.values().map(|l| l.len() as u64).sum();
                Verdict::Certified
            }
            Err(why) => Verdict::Unknown(UnknownReason::Rejected(why)),
        };
        for claim in self.claims.iter_mut().filter(|c| open.contains(&c.clause)) {
            claim.verdict = Some(verdict.clone());
        }
        // What is settled needs no run, and the search has more time for the others.
        let open =
            |a: &AssertId| self.claims.iter().any(|c| c.assert == Some(*a) && c.verdict.is_none());
        let asserts: BTreeSet<AssertId> = self.claims.iter().filter_map(|c| c.assert).collect();
        let settled: Vec<AssertId> = asserts.into_iter().filter(|a| !open(a)).collect();
        if let Some(runs) = &mut self.runs {
            settled.into_iter().for_each(|a| runs.found(a));
        }
    }

    fn describe(&self, lemmas: &BTreeMap<PredId, Vec<Term>>) -> Vec<Invariant> {
        let point = |pred: &PredId| {
            let info = self.stages.concrete.pred(*pred);
            explain::invariant::describe(&explain::invariant::Point {
                pred: info,
                sigma: self.stages.abstraction.sigma(*pred),
                formal: self.stages.abstraction.formal(*pred),
                lemmas: lemmas.get(pred).map(Vec::as_slice).unwrap_or_default(),
                line: self.lines.line(info.span),
            })
        };
        self.kept.iter().map(point).collect()
    }

    /// Whether a run may still turn up for a claim without verdict.
    fn may_find_runs(&self) -> bool {
        self.runs
            .as_ref()
            .is_some_and(|runs| runs.questions < RUN_QUESTIONS && runs.steps < RUN_STEPS)
    }

    fn look_for_runs(&mut self, budget: &mut Budget) {
        let Some(mut runs) = self.runs.take() else { return };
        let search = runs.step(budget);
        match search {
            Search::Found(candidate) => {
                if self.try_run(&candidate) {
                    runs.found(candidate.assert);
                }
                self.runs = Some(runs);
            }
            Search::Paused => self.runs = Some(runs),
            Search::Exhausted | Search::TooWide => self.earlier_questions += runs.questions,
        }
    }

    /// Settles a claim if the interpreter accepts the candidate for a failing run.
    fn try_run(&mut self, candidate: &Candidate) -> bool {
        let Some(run) = self.replay(candidate) else { return false };
        let verdict = Verdict::Buggy(Box::new(run));
        for claim in self.claims.iter_mut().filter(|c| c.assert == Some(candidate.assert)) {
            claim.verdict = Some(verdict.clone());
        }
        if let Engine::Searching(pdr) = &mut self.engine {
            let violates = |n: &usize| {
                let rule = &pdr.rules()[*n];
                rule.head.is_none() && rule.assert == Some(candidate.assert)
            };
            let rules: Vec<usize> = (0..pdr.rules().len()).filter(violates).collect();
            rules.into_iter().for_each(|n| {
                pdr.excuse(n);
            });
        }
        true
    }

    /// Tries small runs, where clauses do not express all that the program computes.
    fn probe(&mut self) {
        let opaque = self.stages.concrete.clauses.iter().any(|c| c.origin.opaque);
        let found = self.program.as_ref().filter(|_| opaque).map(probe).unwrap_or_default();
        for (assert, choices) in found {
            let settled = self.try_run(&Candidate { assert, choices });
            if let (true, Some(runs)) = (settled, &mut self.runs) {
                runs.found(assert);
            }
        }
    }

    /// Lets the interpreter decide about a candidate.
    fn replay(&self, candidate: &Candidate) -> Option<Run> {
        let program = self.program.as_ref()?;
        let mut choices = ListedChoices::new(candidate.choices.clone());
        let trace = run_to_failure(program, &mut choices, candidate.assert, REPLAY);
        let fails = trace.failed.iter().any(|(a, _)| *a == candidate.assert);
        (fails && choices.misfits().is_empty()).then(|| {
            explain::run::describe(program, &self.lines, &self.text, &trace, candidate.assert)
        })
    }
}

/// The assertion clause at the root of a rule for `false`.
fn root(rule: &Rule) -> ClauseId {
    match &rule.skeleton {
        crate::chc::rule::Skeleton::Clause(id, _) => *id,
        crate::chc::rule::Skeleton::Leaf(_) => ClauseId(u32::MAX),
    }
}

/// The derivation with values for all scalars of the clauses of `system`: those that the stages
/// found superfluous get some value.
fn completed(system: &System, derivation: &Derivation) -> Derivation {
    let mut out = derivation.clone();
    out.children = derivation.children.iter().map(|c| completed(system, c)).collect();
    for v in system.clause(out.clause).map(Clause::free_vars).unwrap_or_default() {
        let any = match v.sort {
            Sort::Int => Ground::Int(Int::ZERO),
            Sort::Bool => Ground::Bool(false),
            Sort::Array(_) => continue,
        };
        out.values.entry(v).or_insert(any);
    }
    out
}

/// Proves the obligations of a model and lets `check/` verify model and proofs.
fn checked_model(
    system: &System,
    model: &Model,
    skip: &dyn Fn(&Clause) -> bool,
) -> Result<(), String> {
    let obligations = check::model::obligations(system, model, skip).map_err(|e| e.to_string())?;
    let mut proofs: Vec<Proof> = vec![];
    for obligation in &obligations {
        let mut budget = Budget::steps(PROOF);
        match lia::prove(&obligation.formulas, &mut budget) {
            Ok(lia::Outcome::Unsat(proof)) => proofs.push(proof),
            Ok(lia::Outcome::Sat(_)) => {
                return Err(format!("clause {} does not hold", obligation.clause.0));
            }
            Ok(lia::Outcome::Unknown(_)) => {
                return Err(format!("the proof for clause {} takes too long", obligation.clause.0));
            }
            Err(e) => return Err(e.to_string()),
        }
    }
    check::model::verify(system, model, skip, &proofs).map_err(|e| e.to_string())
}
