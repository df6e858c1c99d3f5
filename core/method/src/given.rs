//! The reader's own invariants, judged by exactly what is written: the program with its loops cut, and for what
//! does not hold there a search for runs of the program itself. With sums or counts there is a second cut program, whose
//! ranges are small: the first one proves, the second one refutes.
//!
//! Beside other methods it only proves: they look for runs themselves.
//!
//! A result rests on the plan [`CutPlan`].

use super::{Method, MethodStep, answers_all, known_answers};
use hornbook_lang::typed::AssertId;
use hornbook_tasks::choices::{Choices, InvariantsChoice, Key, MethodChoice};
use hornbook_tasks::method_result::{ClaimResult, MethodResult};
use hornbook_tasks::plan::given::{ClaimCopy, CutPlan, CutPrograms, SUMMARIES};
use hornbook_tasks::plan::identity::Identity;
use hornbook_tasks::task::{Answer, Question, Task, TaskResult};
use std::rc::Rc;

/// Steps for the search for runs of the program, once it is known that what is given does not suffice.
const RUN_STEPS: u64 = 400_000;

/// The method of given invariants.
pub struct GivenInvariants {
    question: Question,
    plan: Rc<CutPlan>,
    given: Result<CutPrograms, String>,
    itself: Rc<Identity>,
    /// Whether the lines are to be judged, and not only used.
    judges: bool,
}

impl GivenInvariants {
    /// The name of the method.
    pub const NAME: &str = "given";

    /// The method for a question about a program; `judges` says whether the lines are to be judged, and not only used.
    pub fn new(question: Question, judges: bool) -> GivenInvariants {
        let options = Choices {
            method: Some(MethodChoice::Abstraction),
            invariants: Some(InvariantsChoice::Found),
            ..question.options.without_auto().without(&[Key::Rules, Key::Tiles])
        };
        let claims = question.claims.iter().map(|claim| claim.assert).collect();
        let plan = CutPlan { options: question.options.clone(), claims };
        let given = plan.build_programs(question.source.text());
        let itself = Rc::new(Identity::for_a_run(options, RUN_STEPS));
        GivenInvariants { question, plan: Rc::new(plan), given, itself, judges }
    }

    /// The number of tasks.
    fn count(&self) -> usize {
        if self.judges { self.itself_at() + 1 } else { 1 }
    }

    /// The index of the task about the program itself.
    fn itself_at(&self) -> usize {
        self.given.as_ref().map_or(1, CutPrograms::count)
    }

    /// The result for a claim by the answers about the cut programs.
    fn by_cut(
        &self,
        given: &CutPrograms,
        claim: AssertId,
        answers: &[(usize, &Answer)],
    ) -> Option<ClaimResult> {
        let broken = answers.iter().find_map(|(task, answer)| {
            let (given, _) = given.get(*task).filter(|(_, refutes)| *refutes)?;
            given.copies_of(claim).find_map(|copy| match answer.find_assert(copy.copy)? {
                (at, TaskResult::Buggy(_)) => Some(ClaimResult::NotShown(*task, at)),
                _ => None,
            })
        });
        if broken.is_some() {
            return broken;
        }
        let (_, answer) = answers.iter().find(|(task, _)| *task == CutPrograms::PROVING)?;
        let is_certified = |copy: &&ClaimCopy| result(answer, copy) == Some(&TaskResult::Certified);
        let own: Vec<&ClaimCopy> = given.proving.copies_of(claim).collect();
        let open = own.iter().find(|copy| !is_certified(copy));
        if let Some(open) = open {
            let (at, result) = answer.find_assert(open.copy)?;
            if matches!(result, TaskResult::Buggy(_)) {
                return Some(ClaimResult::TooHard(SUMMARIES.to_owned()));
            }
            return Some(ClaimResult::Left(CutPrograms::PROVING, at));
        }
        if own.is_empty() {
            return None;
        }
        match given.proving.lines().find(|copy| !is_certified(copy)) {
            None => Some(ClaimResult::Certified(self.plan.clone())),
            Some(line) => Some(ClaimResult::RestsOnLine(line.original)),
        }
    }
}

fn result<'a>(answer: &'a Answer, copy: &ClaimCopy) -> Option<&'a TaskResult> {
    answer.find_assert(copy.copy).map(|(_, result)| result)
}

impl Method for GivenInvariants {
    fn next(&mut self, answers: &[Option<Answer>]) -> MethodStep {
        if answers.iter().any(Option::is_none) {
            return MethodStep::Ask(vec![]);
        }
        let known = known_answers(answers);
        let current = self.combine_answers(&known);
        let is_done = || !answers.is_empty() && answers_all(&self.question, &current);
        let tasks: Vec<Task> = match &self.given {
            Ok(given) if !is_done() && answers.len() < self.count() => {
                let program = given.get(answers.len()).map(|(cut, _)| cut.program.task.clone());
                vec![program.unwrap_or_else(|| self.itself.task(&self.question.source))]
            }
            _ => vec![],
        };
        if tasks.is_empty() { MethodStep::Done(current) } else { MethodStep::Ask(tasks) }
    }

    fn combine_answers(&self, answers: &[(usize, &Answer)]) -> MethodResult {
        let itself = self.itself_at();
        let about_itself = answers.iter().find(|(task, _)| *task == itself).map(|(_, a)| *a);
        let claim = |(n, claim): (usize, &hornbook_tasks::task::Claim)| {
            // Only runs count of what is found out about the program itself.
            let run = match about_itself.and_then(|own| own.claims.get(n)) {
                Some((_, TaskResult::Buggy(_))) => Some(ClaimResult::Buggy(itself, n)),
                _ => None,
            };
            let by_cut = || match &self.given {
                Ok(given) => self.by_cut(given, claim.assert?, answers),
                Err(why) => {
                    let what =
                        format!("a program whose loops are cut, which cannot be made ({why})");
                    Some(ClaimResult::RestsOn(what))
                }
            };
            run.or_else(by_cut).unwrap_or(ClaimResult::Open)
        };
        let claims = self.question.claims.iter().enumerate().map(claim).collect();
        MethodResult { claims, ..MethodResult::default() }
    }

    fn given(&self) -> Option<&CutPrograms> {
        self.given.as_ref().ok()
    }
}
