//! The strategy that runs one engine over one vocabulary on one subproblem.

use super::derivations::REFUTATION_STEPS;
use super::discovered::ReducedClauses;
use super::ledger::SearchLedger;
use super::strategies::{Discovery, EngineKind, StrategySpec};
use super::subproblem::{SharedSubproblem, Subproblem, violated};
use super::{Encoding, Evidence, FailureReason, Invariant};
use crate::engine::{Engine, Finding, Setup, Start};
use crate::refute::{Counterexample, Refutation, is_prefix_feasible, refute};
use crate::rule::Rule;
use crate::vocabulary::collect_atoms;
use crate::{forward, pdr};
use hornbook_base::Budget;
use hornbook_evidence::derivation::Derivation;
use hornbook_horn::ClauseId;
use hornbook_schedule::{Progress, Strategy};
use std::collections::BTreeSet;

/// The most counterexamples from which one strategy takes atoms.
const MAX_COUNTEREXAMPLES: usize = 30;

/// The most steps for finding out what holds when nothing is claimed: nobody waits for it.
const MAX_EXPLORING: u64 = 2_000_000;

/// An engine at work on a subproblem.
pub(super) struct EngineSearch {
    line: StrategySpec,
    subproblem: SharedSubproblem,
    engine: Option<Box<dyn Engine>>,
    /// Whether the engine has the rules with fewer premises.
    is_pruned: bool,
    /// A counterexample of the vocabulary that could not be decided yet.
    pending: Option<PendingRefutation>,
    /// The assertion clauses that the vocabulary does not suffice for.
    failed: BTreeSet<ClauseId>,
    /// The rules that the engine has retired.
    retired: BTreeSet<usize>,
    /// Counterexamples from which atoms were interpolated.
    interpolations: usize,
    /// Questions of the engine that are in the ledger.
    counted: u64,
    /// Steps that were spent so far.
    spent: u64,
    is_done: bool,
}

/// A counterexample, and the step limit of the next question about it.
struct PendingRefutation {
    found: Counterexample,
    steps: u64,
}

/// The result of an engine's turn.
enum Event {
    Working,
    /// The next question may take so many steps.
    Overdraws(u64),
    /// The engine begins again.
    Restart,
    /// A derivation, after which the engine goes on for the other claims.
    Derivation(Encoding, Derivation, BTreeSet<ClauseId>),
    /// An invariant, with which the engine has ended.
    Invariant(Invariant),
    /// The vocabulary does not suffice for an assertion clause, or for all that are left.
    Fails(Option<ClauseId>, FailureReason),
}

/// The first limit of a question about a counterexample, in turns; it grows when all other strategies have
/// had theirs.
const FIRST: u64 = 4;

impl EngineSearch {
    pub(super) fn new(line: StrategySpec, subproblem: SharedSubproblem) -> EngineSearch {
        EngineSearch {
            line,
            subproblem,
            engine: None,
            is_pruned: false,
            pending: None,
            failed: BTreeSet::new(),
            retired: BTreeSet::new(),
            interpolations: 0,
            counted: 0,
            spent: 0,
            is_done: false,
        }
    }

    /// Whether a claim is open that the vocabulary may suffice for.
    fn is_useful(&self, sub: &Subproblem, ledger: &SearchLedger) -> bool {
        if ledger.claims.is_empty() {
            return !ledger.is_explored && self.spent < MAX_EXPLORING;
        }
        let mut clauses = sub.claims.iter().map(|(clause, _)| *clause);
        clauses.any(|clause| !self.failed.contains(&clause) && sub.is_open(clause, ledger))
    }

    fn work(
        &mut self,
        sub: &mut Subproblem,
        ledger: &mut SearchLedger,
        budget: &mut Budget,
    ) -> Event {
        if !sub.is_ready() {
            return match sub.prepare(budget) {
                Ok(()) => Event::Working,
                Err(why) => Event::Fails(None, why),
            };
        }
        if self.is_pruned && sub.pruned.is_none() {
            // Another strategy has found that all premises are needed: what failed without them may do now.
            (self.engine, self.pending, self.is_pruned) = (None, None, false);
            self.failed.clear();
        }
        if self.engine.is_none() {
            return match self.start(sub, ledger, budget) {
                Ok(()) => Event::Working,
                Err(why) => Event::Fails(None, why),
            };
        }
        self.retire_closed(sub, ledger);
        if let Some(pending) = self.pending.take() {
            return self.decide(sub, pending, budget);
        }
        let Some(engine) = &mut self.engine else { return Event::Working };
        let finding = engine.step(budget);
        ledger.progress = Some(engine.progress());
        let Some(finding) = finding else { return Event::Working };
        ledger.last = engine.progress();
        self.digest(sub, finding, budget)
    }

    /// Collects the atoms and starts the engine, a piece at a time.
    ///
    /// # Errors
    /// Why there is no engine for these rules.
    fn start(
        &mut self,
        sub: &mut Subproblem,
        ledger: &SearchLedger,
        budget: &mut Budget,
    ) -> Result<(), FailureReason> {
        let settings = sub.settings.clone();
        let pruned = sub.pruned.clone();
        let rules: &[Rule] = pruned.as_deref().unwrap_or(&sub.reduced.rules);
        let mut rule_cases = sub.rule_cases.take().unwrap_or_default();
        let has_more = rule_cases.add_cases(rules, sub.parameters().0, budget);
        if has_more {
            sub.rule_cases = Some(rule_cases);
            return Ok(());
        }
        let (system, hints) = sub.parameters();
        let collected =
            collect_atoms(&rule_cases, system, hints, self.line.vocabulary, &settings.mine);
        rule_cases.forget_equations();
        budget.charge(collected.work);
        let mut vocabulary = collected.vocabulary;
        let discovers = self.line.discovery != Discovery::Nothing;
        if discovers {
            let mut discovered = std::mem::take(&mut sub.discovered);
            discovered.set_collected(&vocabulary);
            let (system, hints) = sub.parameters();
            let clauses = ReducedClauses { reduced: &sub.reduced, system, hints };
            if let Some(runs) = &sub.problem.runs {
                discovered.learn_from_traces(runs, &clauses, &settings, budget);
            }
            let is_asked =
                |rule: &&Rule| violated(rule).is_some_and(|clause| sub.is_open(clause, ledger));
            let claims: Vec<Rule> = rules.iter().filter(is_asked).cloned().collect();
            discovered.enumerate(&clauses, &claims, &settings.learn, budget);
            discovered.extend_vocabulary(&mut vocabulary);
            sub.discovered = discovered;
        }
        let with =
            discovers.then(|| sub.reduced.with_strengthening(sub.discovered.inductive_facts()));
        let reduced = with.as_ref().unwrap_or(&sub.reduced);
        let (system, hints) = sub.parameters();
        let setup =
            Setup { reduced, rules, system, hints, vocabulary: &vocabulary, settings: &settings };
        let engine = start_function(self.line.engine)(&setup);
        self.is_pruned = pruned.is_some();
        sub.rule_cases = Some(rule_cases);
        self.engine = Some(engine.map_err(|what| FailureReason::Unsupported(None, what))?);
        self.counted = 0;
        self.retired.clear();
        Ok(())
    }

    /// Retires violations whose claims are closed.
    fn retire_closed(&mut self, sub: &Subproblem, ledger: &SearchLedger) {
        let Some(engine) = &mut self.engine else { return };
        let is_asked = |clause| !self.failed.contains(&clause) && sub.is_open(clause, ledger);
        let is_closed = |rule: &Rule| violated(rule).is_some_and(|clause| !is_asked(clause));
        let rules = engine.rules();
        self.pending.take_if(|pending| is_closed(&rules[pending.found.rule()]));
        let is_new = |n: &usize| !self.retired.contains(n) && is_closed(&rules[*n]);
        let closed: Vec<usize> = (0..rules.len()).filter(is_new).collect();
        closed.iter().for_each(|rule| engine.retire_rule(*rule));
        self.retired.extend(closed);
    }

    fn digest(&mut self, sub: &mut Subproblem, finding: Finding, budget: &mut Budget) -> Event {
        let Some(engine) = &self.engine else { return Event::Working };
        let about = |rule: usize| violated(&engine.rules()[rule]);
        match finding {
            Finding::Invariant { lemmas, fires } => {
                let violated = fires.into_iter().filter_map(about).collect();
                let subproblem = self.subproblem.clone();
                Event::Invariant(Invariant { subproblem, lemmas, violated })
            }
            Finding::Counterexample(found) => {
                let steps = FIRST.saturating_mul(sub.settings.sharing.turn);
                self.decide(sub, PendingRefutation { found, steps }, budget)
            }
            Finding::Derivation(tree) => Event::Fails(about(tree.rule), FailureReason::Vocabulary),
            Finding::Nothing(rule) => Event::Fails(about(rule), FailureReason::Vocabulary),
            Finding::Over => Event::Fails(None, FailureReason::Vocabulary),
            Finding::Hard(rule, what) => {
                sub.is_hard = true;
                Event::Fails(about(rule), FailureReason::TooHard(what))
            }
            Finding::Stuck(what) => {
                sub.is_hard = true;
                Event::Fails(None, FailureReason::TooHard(what))
            }
        }
    }

    /// Whether a counterexample of the vocabulary is one of the clauses. A question that takes long is asked
    /// again later with more steps, so that the others have their turns.
    fn decide(
        &mut self,
        sub: &mut Subproblem,
        pending: PendingRefutation,
        budget: &mut Budget,
    ) -> Event {
        let Some(engine) = &self.engine else { return Event::Working };
        let found = &pending.found;
        let most = pending.steps.min(REFUTATION_STEPS);
        let about = violated(&engine.rules()[found.rule()]);
        if self.is_pruned {
            let fits =
                budget.run_limited(most, |own| is_prefix_feasible(engine.rules(), found, own));
            return match fits {
                Some(false) if self.discovers_atoms(sub, found, budget) => Event::Restart,
                Some(false) => Event::Fails(about, FailureReason::Vocabulary),
                None if self.asks_again(&pending) => self.announce(),
                Some(true) | None => {
                    // Perhaps the rules contradict each other; only all their premises can show it. The rule
                    // cases stay, as premises that others imply add no atoms.
                    sub.pruned = None;
                    Event::Restart
                }
            };
        }
        let system = sub.system().clone();
        let refutation =
            budget.run_limited(most, |own| refute(engine.rules(), found, &system, own));
        match refutation {
            Refutation::Derivation(derivation) => record_derivation(sub, derivation),
            Refutation::Spurious if self.discovers_atoms(sub, found, budget) => Event::Restart,
            Refutation::Spurious => Event::Fails(about, FailureReason::Vocabulary),
            Refutation::TooHard if self.asks_again(&pending) => self.announce(),
            // A richer vocabulary may avoid the counterexample that cannot be decided.
            Refutation::TooHard => {
                sub.is_hard = true;
                Event::Fails(about, FailureReason::TooHard("a question was too hard".into()))
            }
            Refutation::Unknown(what) => {
                sub.is_hard = true;
                Event::Fails(about, FailureReason::TooHard(what))
            }
        }
    }

    /// Whether a question is to be asked again with more steps.
    fn asks_again(&mut self, pending: &PendingRefutation) -> bool {
        let more = pending.steps < REFUTATION_STEPS;
        let steps = pending.steps.saturating_mul(4).min(REFUTATION_STEPS);
        let found = pending.found.clone();
        self.pending = more.then_some(PendingRefutation { found, steps });
        more
    }

    fn announce(&self) -> Event {
        Event::Overdraws(self.pending.as_ref().map_or(0, |pending| pending.steps))
    }

    /// Whether the interpolants of a spurious counterexample are new atoms.
    fn discovers_atoms(
        &mut self,
        sub: &mut Subproblem,
        found: &Counterexample,
        budget: &mut Budget,
    ) -> bool {
        let Some(engine) = &self.engine else { return false };
        if self.line.discovery != Discovery::Counterexamples
            || self.interpolations >= MAX_COUNTEREXAMPLES
        {
            return false;
        }
        self.interpolations += 1;
        let rules = engine.rules();
        let about = violated(&rules[found.rule()]);
        let mut discovered = std::mem::take(&mut sub.discovered);
        let system = sub.parameters().0;
        let news = discovered.interpolate(rules, found, about, system, budget);
        sub.discovered = discovered;
        news
    }

    /// Records the result of the turn.
    fn report(
        &mut self,
        sub: &Subproblem,
        event: Event,
        ledger: &mut SearchLedger,
    ) -> Progress<SearchLedger, Evidence> {
        let questions = self.engine.as_ref().map_or(0, |engine| engine.questions());
        ledger.questions += questions.saturating_sub(self.counted);
        self.counted = questions;
        match event {
            Event::Working => Progress::Working,
            Event::Overdraws(steps) => Progress::Overdraws(steps),
            Event::Restart => {
                self.engine = None;
                Progress::Working
            }
            Event::Derivation(encoding, derivation, claims) => {
                Progress::Found(Evidence::Derivation(encoding, derivation, claims))
            }
            Event::Invariant(invariant) => {
                self.finish(ledger);
                Progress::Found(Evidence::Invariant(invariant))
            }
            Event::Fails(about, why) => self.fail(sub, about, &why, ledger),
        }
    }

    fn fail(
        &mut self,
        sub: &Subproblem,
        about: Option<ClauseId>,
        why: &FailureReason,
        ledger: &mut SearchLedger,
    ) -> Progress<SearchLedger, Evidence> {
        let is_left = |clause: &ClauseId| !self.failed.contains(clause);
        let failed: Vec<ClauseId> = match about {
            Some(clause) => vec![clause],
            None => sub.claims.iter().map(|(clause, _)| *clause).filter(is_left).collect(),
        };
        let its = sub.claims.iter().filter(|(clause, _)| failed.contains(clause));
        let claims: BTreeSet<ClauseId> = its.flat_map(|(_, claims)| claims).copied().collect();
        ledger.fail(claims, &self.line.name.into(), why);
        self.failed.extend(failed);
        if about.is_some() && self.is_useful(sub, ledger) {
            return Progress::Working;
        }
        self.finish(ledger);
        Progress::Exhausted
    }

    fn finish(&mut self, ledger: &mut SearchLedger) {
        self.is_done = true;
        self.engine = None;
        ledger.progress = None;
    }
}

impl Strategy<SearchLedger, Evidence> for EngineSearch {
    fn step(
        &mut self,
        ledger: &mut SearchLedger,
        budget: &mut Budget,
    ) -> Progress<SearchLedger, Evidence> {
        let shared = self.subproblem.clone();
        let mut sub = shared.borrow_mut();
        let start = budget.left();
        let event = self.work(&mut sub, ledger, budget);
        self.spent += budget.used(start);
        self.report(&sub, event, ledger)
    }

    fn may_help(&self, ledger: &SearchLedger) -> bool {
        if self.is_done || self.line.without_large_blocks && ledger.has_large_blocks {
            return false;
        }
        let sub = self.subproblem.borrow();
        !sub.is_unfit() && self.is_useful(&sub, ledger)
    }
}

/// The event of a derived violation; in a component of the clauses it means nothing.
fn record_derivation(sub: &mut Subproblem, derivation: Derivation) -> Event {
    let root = derivation.clause;
    sub.refuted.insert(root);
    match sub.component {
        Some(_) => Event::Fails(Some(root), FailureReason::Vocabulary),
        None => {
            let its = sub.claims.iter().find(|(clause, _)| *clause == root);
            let claims = its.map(|(_, claims)| claims.clone()).unwrap_or_default();
            Event::Derivation(sub.encoding, derivation, claims)
        }
    }
}

/// The start function of an engine.
fn start_function(engine: EngineKind) -> Start {
    match engine {
        EngineKind::Reachability => pdr::start,
        EngineKind::Interpretation => forward::start,
    }
}
