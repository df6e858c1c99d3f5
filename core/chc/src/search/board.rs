//! The board of one search: evidence of strategies goes to the judge, and accepted evidence to the ledger.

use super::jobs::{IsOptional, Jobs, SearchJob};
use super::ledger::SearchLedger;
use super::strategies::StrategyGroup;
use super::{
    Accepted, Encoding, Evidence, FailureReason, Invariant, Judge, Problem, Proposal, SearchInput,
    derive_states,
};
use crate::engine::EngineProgress;
use crate::rule::Lemmas;
use crate::saturate::{Saturation, SaturationLimits};
use crate::settings::Settings;
use crate::tabulate::Tabulation;
use hornbook_base::{AssertId, Budget};
use hornbook_evidence::derivation::Derivation;
use hornbook_evidence::model::Model;
use hornbook_horn::{Clause, ClauseId, PredId, System, Term};
use hornbook_schedule::{ClaimStatus, Job, Progress, Report, Strategy, StrategyName};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The claims of one search with their statuses, and the judge.
pub struct Board<J> {
    ledger: SearchLedger,
    /// The judge.
    pub judge: J,
}

/// An event: evidence about some claim was judged.
pub struct StatusChange;

/// A job of the scheduler, on a board.
type BoardJob<J> = Job<Board<J>, StatusChange>;

impl<J: Judge + 'static> Board<J> {
    /// A board for a question, with the strategies that can answer it.
    pub fn new(
        question: SearchInput,
        judge: J,
        settings: &Rc<Settings>,
    ) -> (Board<J>, Vec<BoardJob<J>>) {
        let SearchInput { given, large_blocks, optional } = question;
        let ledger = SearchLedger::new(&given.system);
        let has_claims = !ledger.claims.is_empty();
        let alone = given.runs.is_none() && has_claims;
        let runs = given.runs.clone().or_else(|| alone.then(|| derive_states(&given.system)));
        let given = Problem { runs, ..given };
        let is_optional: IsOptional =
            Rc::new(move |c: &Clause| c.origin.assert.is_some_and(|a| optional.contains(&a)));
        let mut jobs = Jobs::new(settings);
        let lines = if has_claims { settings.proving.clone() } else { settings.exploring.clone() };
        let (large, own): (Vec<_>, Vec<_>) =
            lines.into_iter().partition(|line| line.group == StrategyGroup::LargeBlocks);
        let whole = jobs.add_given(&own, &given, &is_optional, &ledger);
        if has_claims {
            if let Some(make) = large_blocks {
                jobs.add_large_blocks(make, large, &is_optional);
            }
            let saturation = alone.then(|| {
                Saturation::for_system(given.system.clone(), SaturationLimits::DERIVATION)
            });
            jobs.add_derivations(&whole, saturation.flatten());
            let calls = given.system.clauses.iter().any(|c| c.instances().nth(1).is_some());
            if alone || calls {
                jobs.add_tabulation(Tabulation::for_system(given.system.clone()));
            }
        }
        let jobs = jobs.finish().into_iter().map(JudgedStrategy::job).collect();
        (Board { ledger, judge }, jobs)
    }

    /// Passes evidence of a strategy to the judge.
    fn accept(&mut self, strategy: &StrategyName, found: Evidence) {
        match found {
            Evidence::Derivation(encoding, found, claims) => {
                self.judge_derivation(strategy, encoding, &found, &claims);
            }
            Evidence::Model(formulas, claims) => self.judge_model(strategy, formulas, &claims),
            Evidence::Invariant(found) => self.judge_invariant(strategy, &found),
        }
    }

    /// Passes an invariant to the judge, in each of its versions.
    fn judge_invariant(&mut self, strategy: &StrategyName, found: &Invariant) {
        let sub = found.subproblem.borrow();
        let is_broken =
            |(clause, _): &&(ClauseId, BTreeSet<ClauseId>)| found.violated.contains(clause);
        let broken = sub.claims.iter().filter(is_broken).flat_map(|(_, claims)| claims);
        let broken: BTreeSet<ClauseId> = broken.copied().collect();
        let left: BTreeSet<ClauseId> = sub.open_claims(&self.ledger);
        let mut safe = left.clone();
        safe.retain(|claim| !broken.contains(claim) && !sub.incomplete.contains(claim));
        let mut refused = FailureReason::Vocabulary;
        if self.ledger.claims.is_empty() || !safe.is_empty() {
            let is_asked = |clause: ClauseId| {
                let its = sub.claims.iter().find(|(id, _)| *id == clause);
                its.is_some_and(|(_, claims)| claims.iter().any(|claim| safe.contains(claim)))
            };
            for lemmas in &found.lemmas {
                let proposal = Proposal { claims: safe.clone(), ..sub.proposal(lemmas, &is_asked) };
                match self.judge.model(&proposal) {
                    Ok(()) => {
                        self.ledger.is_explored = true;
                        for claim in &safe {
                            self.ledger.claims.settle(*claim, strategy.clone(), Accepted::Model);
                        }
                        let others = left.difference(&safe).copied();
                        self.ledger.fail(others, strategy, &FailureReason::Vocabulary);
                        return;
                    }
                    Err(why) => refused = why,
                }
            }
        }
        // The other strategies may still have a model that is accepted.
        self.ledger.fail(left, strategy, &refused);
    }

    /// Passes a model of the given clauses to the judge.
    fn judge_model(
        &mut self,
        strategy: &StrategyName,
        formulas: BTreeMap<PredId, Term>,
        safe: &BTreeSet<ClauseId>,
    ) {
        let lemmas = formulas.iter().map(|(pred, t)| (*pred, t.conjuncts())).collect();
        let proposal = Proposal {
            encoding: Encoding::SmallBlock,
            model: Model { formulas, ..Model::default() },
            lemmas,
            inlined: Lemmas::new(),
            satisfies: safe.clone(),
            claims: safe.clone(),
            suggested: vec![],
        };
        match self.judge.model(&proposal) {
            Ok(()) => {
                for claim in safe {
                    self.ledger.claims.settle(*claim, strategy.clone(), Accepted::Model);
                }
            }
            Err(why) => self.ledger.fail(safe.iter().copied(), strategy, &why),
        }
    }

    /// Passes a derivation to the judge.
    fn judge_derivation(
        &mut self,
        strategy: &StrategyName,
        encoding: Encoding,
        found: &Derivation,
        claims: &BTreeSet<ClauseId>,
    ) {
        let accepted = self.judge.derivation(encoding, found);
        if encoding == Encoding::LargeBlock && accepted.is_ok() {
            // A derivation in merged steps does not show that the given clauses are too weak.
            return;
        }
        for claim in claims {
            let strategy = strategy.clone();
            match &accepted {
                Ok(()) => {
                    self.ledger.claims.mark_unprovable(*claim, strategy, Accepted::Derivation);
                }
                Err(why) => self.ledger.claims.give_up(*claim, strategy, why.clone()),
            }
        }
    }
}

impl<J> Board<J> {
    /// A board for a judge who decides by himself.
    pub fn without_strategies(judge: J) -> Board<J> {
        Board { ledger: SearchLedger::new(&System::default()), judge }
    }

    /// Whether there is nothing left to find out.
    pub fn is_settled(&self) -> bool {
        self.ledger.is_settled()
    }

    /// Whether some claim may still be proved.
    pub fn has_open(&self) -> bool {
        self.ledger.has_open()
    }

    /// Whether a run that violates an assertion would settle a claim.
    pub fn wants_run(&self, assert: AssertId) -> bool {
        let mut claims = self.ledger.claims_of(assert).into_iter();
        claims.any(|claim| !self.ledger.claims.is_closed(claim))
    }

    /// Records that a run violates an assertion, which a strategy beside this board has found.
    pub fn settle_by_run(&mut self, assert: AssertId, strategy: &StrategyName) {
        for claim in self.ledger.claims_of(assert) {
            self.ledger.claims.settle(claim, strategy.clone(), Accepted::Run);
        }
    }

    /// Records that the given clauses derive `false` by a claim, which a strategy beside this board has found.
    pub fn settle_by_derivation(&mut self, claim: ClauseId, strategy: &StrategyName) {
        self.ledger.claims.settle(claim, strategy.clone(), Accepted::Derivation);
    }

    /// Whether a derivation from the given clauses would settle a claim.
    pub fn wants_derivation(&self, claim: ClauseId) -> bool {
        !self.ledger.claims.is_closed(claim)
    }

    /// The results of strategies on the claim of an assertion clause, in order.
    pub fn reports(&self, clause: ClauseId) -> &[Report<Accepted, FailureReason>] {
        self.ledger.claims.reports(clause)
    }

    /// The assertions whose claims are all proved or violated.
    pub fn settled_asserts(&self) -> BTreeSet<AssertId> {
        self.ledger.settled_asserts()
    }

    /// Why the last strategy that failed did.
    pub fn last_reason(&self) -> Option<&FailureReason> {
        self.ledger.last_reason.as_ref()
    }

    /// Why the claim of an assertion clause was given up, if it was.
    pub fn given_up(&self, clause: ClauseId) -> Option<&FailureReason> {
        match self.ledger.claims.status(clause)? {
            ClaimStatus::GaveUp(why) => Some(why),
            _ => None,
        }
    }

    /// Why the last strategy failed that did on an open claim; that evidence was rejected is said in any case.
    pub fn last_failure(&self, clause: ClauseId) -> Option<&FailureReason> {
        let is_open = self.ledger.claims.is_open(clause);
        let mut failures =
            self.reports(clause).iter().filter_map(|report| report.result.as_ref().err());
        let rejected = |why: &&FailureReason| matches!(why, FailureReason::Rejected(_));
        let found = failures.clone().find(rejected).or(failures.next_back());
        found.filter(|_| is_open)
    }

    /// Questions put to the integer solver so far.
    pub fn questions(&self) -> u64 {
        self.ledger.questions
    }

    /// The lemmas and atoms of the engine that found something last.
    pub fn last(&self) -> &EngineProgress {
        &self.ledger.last
    }

    /// How far the search is.
    pub fn progress(&self) -> EngineProgress {
        self.ledger.progress.clone().unwrap_or_default()
    }
}

/// A strategy by its name, whose evidence goes to the judge.
struct JudgedStrategy(StrategyName, Box<dyn Strategy<SearchLedger, Evidence>>);

impl JudgedStrategy {
    fn job<J: Judge + 'static>(job: SearchJob) -> BoardJob<J> {
        job.map(|name, strategy| Box::new(JudgedStrategy(name, strategy)))
    }
}

impl<J: Judge + 'static> Strategy<Board<J>, StatusChange> for JudgedStrategy {
    fn step(
        &mut self,
        board: &mut Board<J>,
        budget: &mut Budget,
    ) -> Progress<Board<J>, StatusChange> {
        let progress = self.1.step(&mut board.ledger, budget);
        progress.lift(
            |found| {
                board.accept(&self.0, found);
                StatusChange
            },
            JudgedStrategy::job,
        )
    }

    fn may_help(&self, board: &Board<J>) -> bool {
        !board.ledger.is_settled() && self.1.may_help(&board.ledger)
    }
}
