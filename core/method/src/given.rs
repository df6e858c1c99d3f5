//! The reader's own invariants, judged by exactly what is written: the program with its loops cut, and for what
//! does not hold there a search for runs of the program itself.
//!
//! A result rests on the plan [`CutPlan`].

use super::{Method, MethodStep, answers_all, known_answers};
use hornbook_lang::typed::AssertId;
use hornbook_tasks::choices::{Choices, InvariantsChoice, Key, MethodChoice};
use hornbook_tasks::method_result::{ClaimResult, MethodResult};
use hornbook_tasks::plan::given::{ClaimCopy, CutPlan, GivenProgram};
use hornbook_tasks::plan::identity::Identity;
use hornbook_tasks::task::{Answer, Question, Task, TaskResult};
use std::rc::Rc;

/// Steps for the search for runs of the program, once it is known that what is given does not suffice.
const RUN_STEPS: u64 = 400_000;

/// The index of the task about the cut program, and that of the one about the program itself.
const CUT: usize = 0;
const ITSELF: usize = 1;

/// The method of given invariants.
pub struct GivenInvariants {
    question: Question,
    plan: Rc<CutPlan>,
    given: Result<GivenProgram, String>,
    itself: Rc<Identity>,
}

impl GivenInvariants {
    /// The name of the method.
    pub const NAME: &str = "given";

    /// The method for a question about a program.
    pub fn new(question: Question) -> GivenInvariants {
        let options = Choices {
            method: Some(MethodChoice::Abstraction),
            invariants: Some(InvariantsChoice::Found),
            ..question.options.without_auto().without(&[Key::Rules, Key::Tiles])
        };
        let claims = question.claims.iter().map(|claim| claim.assert).collect();
        let plan = CutPlan { options: question.options.clone(), claims };
        let given = plan.build_program(question.source.text());
        let itself = Rc::new(Identity::for_a_run(options, RUN_STEPS));
        GivenInvariants { question, plan: Rc::new(plan), given, itself }
    }

    /// The result for a claim by the answer about the cut program.
    fn by_cut(
        &self,
        given: &GivenProgram,
        claim: AssertId,
        answer: &Answer,
    ) -> Option<ClaimResult> {
        let is_certified = |copy: &&ClaimCopy| result(answer, copy) == Some(&TaskResult::Certified);
        let own: Vec<&ClaimCopy> = given.copies_of(claim).collect();
        let broken = own.iter().find_map(|copy| match answer.find_assert(copy.copy)? {
            (at, TaskResult::Buggy(_)) => Some(ClaimResult::NotShown(CUT, at)),
            _ => None,
        });
        if broken.is_some() {
            return broken;
        }
        let open = own.iter().find(|copy| !is_certified(copy));
        if let Some(open) = open {
            let (at, _) = answer.find_assert(open.copy)?;
            return Some(ClaimResult::Left(CUT, at));
        }
        if own.is_empty() {
            return None;
        }
        match given.lines().find(|copy| !is_certified(copy)) {
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
        let tasks: Vec<Task> = match (answers.len(), &self.given) {
            (0, Ok(given)) => vec![given.program.task.clone()],
            (1, _) if !answers_all(&self.question, &current) => {
                vec![self.itself.task(&self.question.source)]
            }
            _ => vec![],
        };
        if tasks.is_empty() { MethodStep::Done(current) } else { MethodStep::Ask(tasks) }
    }

    fn combine_answers(&self, answers: &[(usize, &Answer)]) -> MethodResult {
        let answer = |wanted| answers.iter().find(|(task, _)| *task == wanted).map(|(_, a)| *a);
        let claim = |(n, claim): (usize, &hornbook_tasks::task::Claim)| {
            // Only runs count of what is found out about the program itself.
            let run = match answer(ITSELF).and_then(|own| own.claims.get(n)) {
                Some((_, TaskResult::Buggy(_))) => Some(ClaimResult::Buggy(ITSELF, n)),
                _ => None,
            };
            let by_cut = || match &self.given {
                Ok(given) => self.by_cut(given, claim.assert?, answer(CUT)?),
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

    fn given(&self) -> Option<&GivenProgram> {
        self.given.as_ref().ok()
    }
}
