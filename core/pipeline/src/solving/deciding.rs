//! The decision of programs without loops as they are, where the user chose no abstraction.

use super::certifying::Certified;
use super::judging::Verdicts;
use super::{Settings, no_answer};
use hornbook_abstraction::array_property::{Keeping, PartialReason};
use hornbook_abstraction::completeness::Completeness;
use hornbook_abstraction::ground::{Grounded, ground};
use hornbook_abstraction::sigma::Abstraction;
use hornbook_base::{Budget, LineIndex};
use hornbook_chc::search::{Encoding, Judge};
use hornbook_check as check;
use hornbook_evidence::model::Model;
use hornbook_evidence::proof::Proof;
use hornbook_horn::cfg::graph;
use hornbook_horn::classify::ClauseClass;
use hornbook_horn::passive::{PassiveForm, passive_form};
use hornbook_horn::unwinding::{LoopRounds, UnwindingLimits, Unwound, unwind};
use hornbook_horn::{Clause, ClauseId, Goal, Premise, System, Term};
use hornbook_lang::typed::AssertId;
use hornbook_records::{ClauseSummary, Stages, UnknownReason, Verdict};
use hornbook_runs::decide::{Decision, DecisionLimits, contradiction, decide, ground_limits};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::rc::Rc;

/// The clauses of a program without loops, one for each assertion.
pub(super) struct Exact {
    passive: PassiveForm,
    /// The loops that were unwound.
    pub(super) rounds: Vec<LoopRounds>,
    /// Whether no loop was left out.
    pub(super) is_whole: bool,
    /// The grounded clauses of the assertions that were decided.
    grounded: Vec<Grounded>,
    limits: DecisionLimits,
    pub(super) steps: u64,
}

impl Exact {
    /// The clauses of a system without loops; `None` if there is a loop.
    pub(super) fn from_system(system: &System) -> Option<Exact> {
        Some(Exact::new(passive_form(system)?, vec![], true))
    }

    /// The clauses of a system with all rounds of its loops. The claims to which loops lead whose rounds constants do not
    /// bound are missing.
    pub(super) fn unwinding(system: &System) -> Option<Exact> {
        let Unwound { system: unwound, rounds, is_whole } =
            unwind(system, &UnwindingLimits::default())?;
        Some(Exact::new(passive_form(&whole_claims(system, unwound))?, rounds, is_whole))
    }

    fn new(passive: PassiveForm, rounds: Vec<LoopRounds>, is_whole: bool) -> Exact {
        let limits = DecisionLimits::default();
        Exact { passive, rounds, is_whole, grounded: vec![], limits, steps: 0 }
    }

    /// The stages; their clauses are known once each was decided.
    pub(super) fn stages(&self, steps: &System, lines: &LineIndex, settings: &Settings) -> Stages {
        let concrete = self.passive.system.clone();
        let summary = |clause: &Clause| ClauseSummary {
            id: clause.id,
            span: clause.origin.span,
            line: lines.line(clause.origin.span),
            what: clause.origin.instruction.describe().to_owned(),
            said: vec![],
            assert: clause.origin.assert,
            class: words(clause),
            handling: ClauseClass::from_clause(clause).handling,
            final_class: vec![],
            completeness: Completeness::all([]),
            simplification_may_lose: false,
        };
        Stages {
            steps: Some(steps.clone()),
            graph: graph(&concrete),
            abstraction: Abstraction::new(&settings.abstraction, &concrete),
            abstracted: concrete.clone(),
            eliminated: concrete.clone(),
            simplified: System::default(),
            policy: settings.policy.clone(),
            clauses: concrete.clauses.iter().map(summary).collect(),
            completeness: Completeness::all([]),
            concrete,
        }
    }

    /// The number of assertions that were decided.
    pub(super) fn questions(&self) -> u64 {
        self.grounded.len() as u64
    }

    /// The part of an assertion clause that is outside of the decidable class.
    pub(super) fn outside(&self, id: ClauseId, lines: &LineIndex) -> Option<String> {
        let clause = self.passive.system.clause(id)?;
        let (condition, gap) = self.grounded.get(id.0 as usize)?.lost.first()?;
        let span = self.passive.place(id, condition).unwrap_or(clause.origin.span);
        let why = Keeping::Partly(*gap).describe();
        let why = match gap {
            PartialReason::TooMany => why.to_owned(),
            _ => format!("{why}; such conditions cannot be decided in general"),
        };
        Some(format!("nothing was abstracted, but at line {} {why}", lines.line(span)))
    }
}

impl Exact {
    /// Whether all assertions were decided.
    pub(super) fn is_over(&self) -> bool {
        self.grounded.len() >= self.passive.system.clauses.len()
    }

    /// Decides the next assertion.
    pub(super) fn step(&mut self, verdicts: &mut Verdicts) {
        let Some(clause) = self.passive.system.clauses.get(self.grounded.len()) else { return };
        let grounded = ground(clause, &[], ground_limits(&self.limits));
        let stages = Rc::make_mut(&mut verdicts.given);
        stages.simplified.clauses.push(grounded.clause.clone());
        if let Some(summary) = stages.clauses.iter_mut().find(|summary| summary.id == clause.id) {
            summary.final_class = words(&grounded.clause);
            summary.simplification_may_lose = !grounded.lost.is_empty();
        }
        let mut budget = Budget::steps(self.limits.steps);
        let found = decide(&self.passive, clause, &grounded, &self.limits, &mut budget);
        let refused = match found {
            Decision::Unknown(what) => Some(UnknownReason::TooHard(what)),
            Decision::Holds(used, proof) => {
                let unreached = is_unreached(clause, &self.limits, &mut budget);
                holds(verdicts, with_some(&grounded.clause, &used), proof, unreached)
            }
            Decision::Fails(derivation, candidates) => {
                match candidates.iter().any(|candidate| verdicts.replays(candidate)) {
                    true => None,
                    false => {
                        verdicts.derivation(Encoding::SmallBlock, &derivation).err().map(no_answer)
                    }
                }
            }
        };
        if let Some(claim) = verdicts.claims.iter_mut().find(|c| c.clause == clause.id) {
            claim.verdict = refused.map(Verdict::Unknown).or(claim.verdict.take());
        }
        self.grounded.push(grounded);
        self.steps += budget.used(self.limits.steps);
    }
}

/// The unwound clauses without claims of which some clause is missing. An inlined function has its claims once for each of
/// its calls, so that all of these must have been looked at.
fn whole_claims(system: &System, mut unwound: System) -> System {
    let looked_at: FxHashSet<ClauseId> =
        unwound.clauses.iter().flat_map(|clause| &clause.origin.parts).copied().collect();
    let claims = system.clauses.iter().filter(|clause| clause.goal.is_claim());
    let missing = claims.filter(|clause| !looked_at.contains(&clause.id));
    let missing: BTreeSet<Option<AssertId>> = missing.map(|clause| clause.origin.assert).collect();
    unwound.clauses.retain(|c| !c.goal.is_claim() || !missing.contains(&c.origin.assert));
    unwound
}

/// The clauses of a program without loops, or with all rounds of its loops, without arrays; `None` if constants do not
/// bound these.
pub(crate) fn instances(system: &System) -> Option<System> {
    let limits = DecisionLimits::default();
    let exact = Exact::from_system(system).or_else(|| Exact::unwinding(system))?;
    let straight = exact.passive;
    let clauses = straight
        .system
        .clauses
        .iter()
        .map(|c| ground(c, &[], ground_limits(&limits)).clause)
        .collect();
    Some(System { preds: vec![], clauses })
}

/// The class of a clause, in words.
fn words(clause: &Clause) -> Vec<String> {
    ClauseClass::from_clause(clause).words().into_iter().map(str::to_owned).collect()
}

/// Certifies a claim if the checker accepts the proof; otherwise the reason.
fn holds(
    verdicts: &mut Verdicts,
    clause: Clause,
    proof: Proof,
    unreached: bool,
) -> Option<UnknownReason> {
    let id = clause.id;
    let (system, model) = (System { preds: vec![], clauses: vec![clause] }, Model::default());
    let laws = match check::model::verify(&system, &model, &|_| false, &[proof]) {
        Ok(laws) => laws,
        Err(why) => return Some(UnknownReason::Rejected(why.to_string())),
    };
    for claim in verdicts.claims.iter_mut().filter(|c| c.clause == id) {
        (claim.verdict, claim.unreached) = (Some(Verdict::Certified), unreached);
    }
    verdicts.certified.push(Certified::new(system, model, BTreeSet::from([id]), laws));
    None
}

/// The clause with those of its premises that are `used`.
fn with_some(clause: &Clause, used: &[Term]) -> Clause {
    let used: FxHashSet<&Term> = used.iter().collect();
    let kept = clause.conditions().filter(|c| used.contains(c)).cloned();
    clause.with_formulas(kept.map(Premise::Cond).collect(), clause.goal.clone())
}

/// Whether no run reaches an assertion.
fn is_unreached(clause: &Clause, limits: &DecisionLimits, budget: &mut Budget) -> bool {
    let clause = clause.with_formulas(clause.premises.clone(), Goal::Cond(Term::bool(false)));
    let last = ground(&clause, &[], ground_limits(limits));
    let Some((used, proof)) = contradiction(&last, limits, budget) else { return false };
    let system = System { preds: vec![], clauses: vec![with_some(&last.clause, &used)] };
    check::model::verify(&system, &Model::default(), &|_| false, &[proof]).is_ok()
}
