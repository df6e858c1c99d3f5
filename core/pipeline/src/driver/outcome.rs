//! From a method's result to an outcome: `check` verifies what it certifies, and the interpreter replays its runs.

use super::super::methods::source;
use super::super::solving::keep_what_rests;
use super::super::{Input, unanswered};
use super::StrategyList;
use super::method_search::MethodSearch;
use super::obligation_cache::MadeObligations;
use super::task_search::TaskSearch;
use hornbook_base::Budget;
use hornbook_check as check;
use hornbook_check::plan::PlanRejection;
use hornbook_evidence::laws::ProductLaw;
use hornbook_evidence::model::Model;
use hornbook_explain::invariant::add_invariant;
use hornbook_explain::judgement::ProgramText;
use hornbook_explain::{certificate, instrumented, judgement};
use hornbook_lang::calls::rests_on;
use hornbook_lang::typed::AssertId;
use hornbook_records::instrumented::InstrumentedProgram;
use hornbook_records::invariant::Invariant;
use hornbook_records::judgement::Judgement;
use hornbook_records::{AssertionOutcome, LoopRounds, Outcome, UnknownReason, Verdict};
use hornbook_runs::Candidate;
use hornbook_tasks::choices::Effect;
use hornbook_tasks::method_result::{ClaimResult, MethodResult, Plan, ProofKind, ProofObligation};
use hornbook_tasks::task::{Answer, Source, Task};
use std::collections::BTreeSet;
use std::rc::Rc;

impl MethodSearch {
    /// Proof obligations for a verdict `certified`; `None` for all other verdicts.
    pub(super) fn certificate(&self, outcome: &Outcome) -> Option<String> {
        let is_certified = outcome.verdict == Verdict::Certified && self.is_over();
        is_certified.then(|| self.obligations().join("\n(reset)\n"))
    }

    /// Proof obligations of the tasks that the result rests on, once there is one.
    pub(super) fn obligations(&self) -> Vec<String> {
        let own = self.input.text.as_str();
        let about = |task: &Task| match &task.source {
            Source::Program(text) if text != own => certificate::format_subprogram(&task.why, text),
            _ => String::new(),
        };
        let of = |n: usize| {
            let TaskSearch { task, .. } = &self.tasks[n];
            let mut all = self.tasks[n].obligations();
            if let Some(first) = all.first_mut().filter(|_| task.method.is_none()) {
                first.insert_str(0, &about(task));
            }
            all
        };
        let needed = self.result.iter().flat_map(|result| self.rests_on(result));
        needed.collect::<BTreeSet<_>>().into_iter().flat_map(of).collect()
    }

    /// A model of the given clauses for a verdict `certified` on clauses from a file, as SMT-LIB; `None` for
    /// all other verdicts, and where the proof gives none.
    pub(super) fn horn_model(&self, outcome: &Outcome) -> Option<String> {
        if outcome.verdict != Verdict::Certified || !self.is_over() || self.input.program.is_some()
        {
            return None;
        }
        certificate::format_horn_model(self.input.system.as_ref()?, &self.concrete_models()?)
    }

    /// Models of the clauses for the claims that tasks certify.
    pub(super) fn concrete_models(&self) -> Option<Vec<Model>> {
        let needed = self.result.iter().flat_map(|result| self.rests_on(result));
        let models = needed.collect::<BTreeSet<_>>().into_iter();
        let models = models.map(|n| self.tasks[n].concrete_models()).collect::<Option<Vec<_>>>()?;
        Some(models.concat())
    }

    /// The tasks that the certified claims rest on.
    fn rests_on(&self, result: &MethodResult) -> BTreeSet<usize> {
        let asked = |duty: &ProofObligation| {
            self.tasks.iter().position(|t| t.task.asks_the_same(&duty.task))
        };
        let needed = |(n, claim): (usize, &ClaimResult)| match claim {
            ClaimResult::Certified(plan) => {
                let made = self.plan_obligations(plan, n);
                made.iter().flatten().filter_map(asked).collect()
            }
            _ => vec![],
        };
        result.claims.iter().enumerate().flat_map(needed).collect()
    }

    /// The proof obligations of a plan for a claim.
    fn plan_obligations(&self, plan: &Rc<dyn Plan>, claim: usize) -> MadeObligations {
        self.obligation_cache.obligations(plan, claim, &source(&self.input))
    }

    /// Whether a plan certifies a claim.
    fn verify(
        &self,
        plan: &Rc<dyn Plan>,
        claim: usize,
        answered: &[(&Task, &Answer)],
    ) -> Result<(), PlanRejection> {
        match &*self.plan_obligations(plan, claim) {
            Ok(made) => check::plan::verify_obligations(made, answered),
            Err(why) => Err(PlanRejection::Senseless(why.clone())),
        }
    }

    /// The outcome of a result: certified claims are checked, and violations replayed.
    pub(super) fn outcome_of(
        &self,
        result: &MethodResult,
        known: &[Outcome],
        reason: &UnknownReason,
        list: &StrategyList,
    ) -> Outcome {
        let answers = self.answers(known);
        let tasks = self.tasks.iter().map(|t| &t.task);
        let answered: Vec<(&Task, &Answer)> = tasks.zip(&answers).collect();
        // Invariants of another text are not about this one.
        let own = |n: usize| known.get(n).filter(|_| self.is_itself(n));
        let shown = result.shown.and_then(own);
        let needed = self.rests_on(result);
        let with_hints: Vec<Invariant> = needed
            .iter()
            .filter_map(|n| Some((&self.tasks.get(*n)?.task, known.get(*n)?)))
            .filter(|(task, _)| task.hints)
            .filter_map(|(task, found)| Some((task.places.as_ref()?, found)))
            .flat_map(|(places, found)| {
                found
                    .invariants
                    .iter()
                    .filter_map(|i| i.translate_to_original(places, &self.input.lines))
            })
            .collect();
        let laws = laws(shown.into_iter().chain(needed.iter().filter_map(|n| known.get(*n))));
        let others = needed.into_iter().filter(|n| Some(*n) != result.shown);
        let others: Vec<&Outcome> = others.filter_map(own).collect();
        let mut outcome = shown.cloned().unwrap_or_else(|| unanswered(&self.input, reason));
        for (n, assertion) in outcome.assertions.iter_mut().enumerate() {
            let conclusion = result.claims.get(n).unwrap_or(&ClaimResult::Open);
            let verdict = self.verdict(n, conclusion, known, &answered, reason);
            let says = |o: &&Outcome| o.assertions.get(n).is_some_and(|a| a.unreached);
            assertion.unreached |= others.iter().any(says);
            assertion.unreached &= verdict == Verdict::Certified;
            assertion.by = self.ways(n, conclusion, result, &answered);
            let is_certified = verdict == Verdict::Certified;
            assertion.proof = is_certified.then(|| self.proof_kind(n, conclusion, known)).flatten();
            assertion.verdict = verdict;
        }
        if let Some(program) = &self.input.program {
            keep_what_rests(&mut outcome.assertions, &rests_on(program));
        }
        let Outcome {
            assertions,
            invariants,
            models,
            merged,
            exact,
            statistics,
            abstraction,
            mixes_abstractions,
            ..
        } = outcome;
        // Lines that suffice as they are written say it all, also where another method was chosen. Some claims may rest
        // on another method because the lines do not show them.
        let is_certified = |a: &AssertionOutcome| !a.counts() || a.verdict == Verdict::Certified;
        let of_lines = shown.filter(|_| assertions.iter().all(is_certified));
        let of_lines = || of_lines?.judgement.clone().filter(Judgement::is_whole);
        let judgement = self.judgement(known, &assertions).or_else(of_lines);
        let mut outcome = Outcome {
            judgement,
            invariants,
            models,
            laws,
            merged,
            exact,
            statistics,
            abstraction: result.abstraction.clone().or(abstraction),
            mixes_abstractions: result.mixes_abstractions || mixes_abstractions,
            advice: result.advice.clone(),
            tasks: self.records(list),
            attempts: self.attempts(),
            instrumented: self.instrumented(result, known),
            ..Outcome::from_assertions(assertions)
        };
        others.into_iter().for_each(|other| add_what_rests(&mut outcome, other));
        outcome.rounds = self.rounds(result, known);
        with_hints.into_iter().for_each(|i| add_invariant(i, &mut outcome.invariants));
        outcome.statistics.questions = known.iter().map(|o| o.statistics.questions).sum();
        outcome.statistics.steps = self.steps(list);
        outcome
    }

    /// The loops of which all rounds were looked at for what is certified, perhaps with the text's calls inlined.
    fn rounds(&self, result: &MethodResult, known: &[Outcome]) -> Vec<LoopRounds> {
        let source = source(&self.input);
        let needed = self.rests_on(result).into_iter();
        let needed = needed.filter(|n| self.tasks[*n].task.source == source);
        let all = needed.filter_map(|n| known.get(n)).flat_map(|found| found.rounds.clone());
        let mut rounds: Vec<LoopRounds> = vec![];
        for one in all {
            if !rounds.contains(&one) {
                rounds.push(one);
            }
        }
        rounds
    }

    /// The ways that certify a claim, in words, as far as they have some and are accepted.
    fn ways(
        &self,
        claim: usize,
        conclusion: &ClaimResult,
        result: &MethodResult,
        answered: &[(&Task, &Answer)],
    ) -> Vec<String> {
        let ClaimResult::Certified(plan) = conclusion else { return vec![] };
        let others = result.others.get(claim).into_iter().flatten();
        let holds = |plan: &&Rc<dyn Plan>| self.verify(plan, claim, answered).is_ok();
        let said = std::iter::once(plan).chain(others).filter(holds);
        let ways: BTreeSet<&str> = said.filter_map(|plan| plan.way()).collect();
        ways.into_iter().map(str::to_owned).collect()
    }

    /// The kind of proof of a certified claim; that of its task, where the method of this one decides it.
    fn proof_kind(
        &self,
        claim: usize,
        conclusion: &ClaimResult,
        known: &[Outcome],
    ) -> Option<ProofKind> {
        let ClaimResult::Certified(plan) = conclusion else { return None };
        let of_task = || {
            let made = self.plan_obligations(plan, claim);
            let first = made.as_ref().as_ref().ok()?.first()?;
            let task = self.tasks.iter().position(|t| t.task.asks_the_same(&first.task))?;
            known.get(task).filter(|_| self.is_itself(task))?.assertions.get(claim)?.proof
        };
        plan.proof_kind().or_else(of_task)
    }

    /// The programs with ghost variables that certified claims rest on.
    fn instrumented(&self, result: &MethodResult, known: &[Outcome]) -> Vec<InstrumentedProgram> {
        let needed = self.rests_on(result);
        let attempts = self.method.attempts().tried.into_iter();
        let made = attempts.filter_map(|attempt| {
            let task = attempt.task.filter(|task| needed.contains(task))?;
            let (task, found) = (&self.tasks.get(task)?.task, known.get(task)?);
            let rules = (&attempt.rules, attempt.written_out);
            instrumented::describe(&self.input.text, rules, task, found)
        });
        // A task about the same text has its own.
        let below =
            needed.iter().filter_map(|n| known.get(*n)).flat_map(|o| o.instrumented.clone());
        made.chain(below).collect()
    }

    fn verdict(
        &self,
        claim: usize,
        conclusion: &ClaimResult,
        known: &[Outcome],
        answered: &[(&Task, &Answer)],
        reason: &UnknownReason,
    ) -> Verdict {
        let of = |task: usize, claim: usize| -> Option<&AssertionOutcome> {
            known.get(task)?.assertions.get(claim)
        };
        let left = || Verdict::Unknown(reason.clone());
        match conclusion {
            ClaimResult::Certified(plan) => match self.verify(plan, claim, answered) {
                Ok(()) => Verdict::Certified,
                Err(why) => Verdict::Unknown(UnknownReason::Rejected(why.to_string())),
            },
            ClaimResult::Buggy(task, at) if self.is_itself(*task) => {
                match of(*task, *at).map(|a| &a.verdict) {
                    Some(verdict @ (Verdict::Buggy(_) | Verdict::Refuted(_))) => verdict.clone(),
                    _ => left(),
                }
            }
            ClaimResult::Buggy(task, at) => {
                let id = of(*task, *at).and_then(|a| a.id);
                self.replayed(claim, *task, *at, id).unwrap_or_else(|| {
                    let why = "a failing run of a task is none of the program";
                    Verdict::Unknown(UnknownReason::Rejected(why.into()))
                })
            }
            ClaimResult::NotShown(task, at) => self.not_shown(*task, of(*task, *at), claim),
            ClaimResult::RestsOnLine(line) => {
                let line = self.input.program.as_ref().map(|program| program.assert_span(*line));
                let line = line.map_or(0, |span| self.input.lines.line(span));
                Verdict::Unknown(UnknownReason::RestsOn(format!("line {line}")))
            }
            ClaimResult::RestsOn(what) => Verdict::Unknown(UnknownReason::RestsOn(what.clone())),
            ClaimResult::TooHard(why) => Verdict::Unknown(UnknownReason::TooHard(why.clone())),
            // The verdict of a task about another text is no verdict on this one.
            ClaimResult::Left(task, at) => match of(*task, *at).map(|a| &a.verdict) {
                Some(verdict @ Verdict::TooWeak { .. }) if self.is_itself(*task) => verdict.clone(),
                // There was time for more, but nothing more to try.
                Some(Verdict::Unknown(UnknownReason::Budget)) => left(),
                Some(Verdict::Unknown(why)) => Verdict::Unknown(why.clone()),
                _ => left(),
            },
            ClaimResult::Open => left(),
        }
    }

    /// The verdict by a run of the program whose loops are cut.
    fn not_shown(&self, task: usize, found: Option<&AssertionOutcome>, claim: usize) -> Verdict {
        let blank = unanswered(&self.input, &UnknownReason::Budget).assertions;
        let run = || {
            let Verdict::Buggy(run) = &found?.verdict else { return None };
            let id = blank.get(claim)?.id?;
            let (given, _) = self.method.given()?.get(task)?;
            judgement::translate(run, id, given, None, self.program_text()?)
        };
        let run = run().map(|run| Verdict::NotShown(Box::new(run)));
        run.unwrap_or(Verdict::Unknown(UnknownReason::Budget))
    }

    fn program_text(&self) -> Option<ProgramText<'_>> {
        let Input { program, text, lines, .. } = &self.input;
        Some(ProgramText { program: program.as_ref()?, text, lines })
    }

    /// The judgement of the lines about loops, if the method gives one.
    fn judgement(&self, known: &[Outcome], assertions: &[AssertionOutcome]) -> Option<Judgement> {
        let found =
            |id: AssertId| assertions.iter().find(|a| a.id == Some(id)).map(|a| a.verdict.clone());
        Some(judgement::judge(self.program_text()?, self.method.given()?, known, &found))
    }

    /// Whether a task asks about the program that the method was asked about.
    fn is_itself(&self, task: usize) -> bool {
        let Some(TaskSearch { task, .. }) = self.tasks.get(task) else { return false };
        let changed = task.options.effect_after(&self.input.options) == Some(Effect::Program);
        task.source == source(&self.input) && !changed
    }

    /// The verdict by a failing run of a task, if it is one of the program itself.
    fn replayed(
        &self,
        claim: usize,
        task: usize,
        at: usize,
        id: Option<AssertId>,
    ) -> Option<Verdict> {
        let asked = self.tasks.get(task)?;
        let run = asked.run(at, id)?;
        let program = self.input.program.as_ref()?;
        let blank = unanswered(&self.input, &UnknownReason::Budget);
        let assert = blank.assertions.get(claim)?.id?;
        // A task about another text makes the same choices.
        let candidate = Candidate { assert, ..run };
        let Input { lines, text, .. } = &self.input;
        let about = (program, lines, text.as_str());
        // The search that found the run has seen it to its end.
        let run = self.replays.decide(&candidate, about, &mut Budget::steps(u64::MAX))?;
        run.map(|run| Verdict::Buggy(Box::new(run)))
    }
}

/// The laws of products that the proofs of these outcomes need.
fn laws<'o>(outcomes: impl Iterator<Item = &'o Outcome>) -> Vec<ProductLaw> {
    let all = outcomes.flat_map(|outcome| &outcome.laws).copied();
    all.collect::<BTreeSet<_>>().into_iter().collect()
}

/// Adds to an outcome the invariants of another one of the same program, on which some verdict rests.
fn add_what_rests(outcome: &mut Outcome, other: &Outcome) {
    let Outcome { invariants, models, merged, exact, .. } = other.clone();
    invariants.into_iter().for_each(|i| add_invariant(i, &mut outcome.invariants));
    outcome.models.extend(models);
    outcome.merged |= merged;
    outcome.exact &= exact;
}
