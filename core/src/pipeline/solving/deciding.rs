//! Programs without loops are decided as they are, where nobody chose an abstraction.

use super::certifying::Certified;
use super::judging::Verdicts;
use super::{Input, Settings, Solving, search};
use crate::abstraction::array_property::{Gap, Keeping};
use crate::abstraction::completeness::Completeness;
use crate::abstraction::ground::{Grounded, ground};
use crate::abstraction::sigma::Abstraction;
use crate::base::{Budget, LineIndex};
use crate::chc::houdini::Lemmas;
use crate::chc::model::Model;
use crate::chc::portfolio::{Form, Judge, Portfolio, Problem, Proposal};
use crate::check;
use crate::explain::{ClauseSummary, Stages, UnknownReason, Verdict};
use crate::horn::cfg::graph;
use crate::horn::classify::Class;
use crate::horn::straight::{Straight, straight};
use crate::horn::{Clause, ClauseId, Goal, Premise, System, Term};
use crate::runs::decide::{Decision, contradiction, decide};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Steps for each assertion.
const STEPS: u64 = 5_000_000;

/// The clauses of a program without loops, one for each assertion.
pub(super) struct Exact {
    straight: Straight,
    grounded: Vec<Grounded>,
    /// Assertions that were decided, and the steps that they took.
    pub(super) questions: u64,
    pub(super) steps: u64,
}

impl Exact {
    /// `None` if there is a loop.
    fn of(system: &System) -> Option<Exact> {
        let straight = straight(system)?;
        let grounded = straight.system.clauses.iter().map(|c| ground(c, &[])).collect();
        Some(Exact { straight, grounded, questions: 0, steps: 0 })
    }

    fn stages(&self, steps: &System, lines: &LineIndex, settings: &Settings) -> Stages {
        let concrete = self.straight.system.clone();
        let clauses = self.grounded.iter().map(|g| g.clause.clone()).collect();
        let words = |c: &Clause| Class::of(c).words().into_iter().map(str::to_owned).collect();
        let summary = |(clause, grounded): (&Clause, &Grounded)| ClauseSummary {
            id: clause.id,
            span: clause.origin.span,
            line: lines.line(clause.origin.span),
            what: clause.origin.instruction.describe().to_owned(),
            said: vec![],
            assert: clause.origin.assert,
            class: words(clause),
            handling: Class::of(clause).handling,
            final_class: words(&grounded.clause),
            completeness: Completeness::all([]),
            simplification_may_lose: !grounded.lost.is_empty(),
        };
        Stages {
            steps: Some(steps.clone()),
            graph: graph(&concrete),
            abstraction: Abstraction::new(&settings.abstraction, &concrete),
            abstracted: concrete.clone(),
            eliminated: concrete.clone(),
            simplified: System { preds: vec![], clauses },
            policy: settings.policy.clone(),
            clauses: concrete.clauses.iter().zip(&self.grounded).map(summary).collect(),
            completeness: Completeness::all([]),
            concrete,
        }
    }

    /// What of an assertion clause is outside of what can be decided.
    pub(super) fn outside(&self, id: ClauseId, lines: &LineIndex) -> Option<String> {
        let clause = self.straight.system.clause(id)?;
        let (condition, gap) = self.grounded.get(id.0 as usize)?.lost.first()?;
        let span = self.straight.place(id, condition).unwrap_or(clause.origin.span);
        let why = Keeping::Partly(*gap).describe();
        let why = match gap {
            Gap::TooMany => why.to_owned(),
            _ => format!("{why}; such conditions cannot be decided in general"),
        };
        Some(format!("nothing was abstracted, but at line {} {why}", lines.line(span)))
    }
}

impl Solving {
    /// Decides a program without loops, each assertion by itself; `None` if there is a loop, or no
    /// program. The portfolio has nothing to do.
    pub fn deciding(input: &Input, settings: Rc<search::Settings>) -> Option<Solving> {
        let system = input.system.as_ref().filter(|_| input.program.is_some())?;
        let exact = Exact::of(system)?;
        let stages = Rc::new(exact.stages(system, &input.lines, &input.settings));
        let verdicts = Verdicts::new(input, stages, settings.clone());
        let nothing = Problem { system: Rc::default(), hints: Rc::default() };
        let portfolio = Portfolio::new(nothing, &BTreeSet::new(), None, settings);
        Some(Solving { portfolio, verdicts, exact: Some(exact) })
    }
}

impl Exact {
    /// Decides the next assertion; whether there is one.
    pub(super) fn step(&mut self, verdicts: &mut Verdicts) -> bool {
        let stages = verdicts.given.clone();
        let Some(claim) = verdicts.claims.get_mut(self.questions as usize) else { return false };
        let found = self.straight.system.clause(claim.clause);
        let (Some(clause), Some(grounded)) = (found, self.grounded.get(claim.clause.0 as usize))
        else {
            return false;
        };
        self.questions += 1;
        let mut budget = Budget::steps(STEPS);
        let found = decide(&self.straight, clause, grounded, &mut budget);
        match found {
            Decision::Unknown(what) => {
                claim.verdict = Some(Verdict::Unknown(UnknownReason::TooHard(what)));
            }
            Decision::Holds(used, proof) => {
                let stages = Rc::new(with_premises(&stages, clause.id, &used));
                let skip = |c: &Clause| c.id != clause.id;
                let model = Model::default();
                match check::model::verify(&stages.simplified, &model, &skip, &[proof]) {
                    Ok(()) => {
                        claim.verdict = Some(Verdict::Certified);
                        claim.unreached = is_unreached(clause, &mut budget);
                        verdicts
                            .certified
                            .push(Certified::new(stages, &proposal(clause.id, model)));
                    }
                    Err(why) => {
                        let why = UnknownReason::Rejected(why.to_string());
                        claim.verdict = Some(Verdict::Unknown(why));
                    }
                }
            }
            Decision::Fails(derivation, candidates) => {
                if !candidates.iter().any(|candidate| verdicts.run(candidate))
                    && let Err(why) = verdicts.derivation(Form::Given, &derivation)
                {
                    let open = verdicts.claims.iter_mut().filter(|c| c.clause == clause.id);
                    open.for_each(|c| c.verdict = Some(Verdict::Unknown(why.clone().into())));
                }
            }
        }
        self.steps += STEPS - budget.left();
        true
    }
}

/// A model without predicates for one assertion clause.
fn proposal(id: ClauseId, model: Model) -> Proposal {
    Proposal {
        form: Form::Given,
        model,
        lemmas: Lemmas::new(),
        inlined: Lemmas::new(),
        satisfies: BTreeSet::from([id]),
        claims: BTreeSet::from([id]),
    }
}

/// The stages with some premises of one clause only, which weakens them.
fn with_premises(stages: &Stages, id: ClauseId, used: &[Term]) -> Stages {
    let mut stages = stages.clone();
    for clause in stages.simplified.clauses.iter_mut().filter(|c| c.id == id) {
        *clause = with_some(clause, used);
    }
    stages
}

/// The clause with those of its premises that are `used`.
fn with_some(clause: &Clause, used: &[Term]) -> Clause {
    let used: FxHashSet<&Term> = used.iter().collect();
    let kept = clause.conditions().filter(|c| used.contains(c)).cloned();
    clause.with(kept.map(Premise::Cond).collect(), clause.goal.clone())
}

/// Whether no run comes to an assertion.
fn is_unreached(clause: &Clause, budget: &mut Budget) -> bool {
    let clause = clause.with(clause.premises.clone(), Goal::Cond(Term::bool(false)));
    let last = ground(&clause, &[]);
    let Some((used, proof)) = contradiction(&last, budget) else { return false };
    let system = System { preds: vec![], clauses: vec![with_some(&last.clause, &used)] };
    check::model::verify(&system, &Model::default(), &|_| false, &[proof]).is_ok()
}
