//! Program instrumentation (PI): programs with ghost variables, one after the other, until all claims are certified.
//!
//! A result rests on the plan [`GhostPlan`].

use crate::{Method, MethodStep, answers_all, derived_result, known_answers};
use hornbook_instrument::search::Search;
use hornbook_lang::parse;
use hornbook_records::attempts::{Attempt, AttemptResult, Attempts};
use hornbook_records::stages;
use hornbook_records::stages::StageInfo;
use hornbook_settings::Settings;
use hornbook_tasks::choices::{Choices, Key, MethodChoice};
use hornbook_tasks::instrument::choices::{BaseText, Instrumentation};
use hornbook_tasks::instrument::library::operators;
use hornbook_tasks::instrument::named_rules::NamedRules;
use hornbook_tasks::method_result::{ClaimResult, MethodResult};
use hornbook_tasks::plan::DerivedProgram;
use hornbook_tasks::plan::ghosts::{GhostPlan, operator_soundness};
use hornbook_tasks::plan::identity::{Identity, claim_result};
use hornbook_tasks::task::{Answer, Claims, Question, Task, TaskResult};
use std::collections::BTreeSet;
use std::rc::Rc;

/// The most steps for a candidate.
const CANDIDATE_STEPS: u64 = 400_000;

/// The most steps for the program as it is where no candidate is left.
const LAST_STEPS: u64 = 600_000;

/// The most steps for a candidate that is tried again.
const LONGER_STEPS: u64 = 3_000_000;

/// The most candidates that are tried again with more steps where no other is left.
const MAX_RETRIES: usize = 2;

/// A task of the method.
enum GhostTask {
    /// The text as it is.
    Plain,
    /// The soundness of an operator of the text, with the title.
    Soundness(String),
    /// A candidate, with the program made from it.
    Attempt(Rc<GhostPlan>, Rc<DerivedProgram>),
}

/// The method of program instrumentation.
pub struct InstrumentationMethod {
    question: Question,
    /// The rules that the user has chosen; if there are some, no others are tried.
    by_hand: NamedRules,
    search: Search,
    plain_plan: Rc<Identity>,
    asked: Vec<GhostTask>,
    /// The number of answers that were looked at.
    seen: usize,
    attempts: usize,
    /// The number of unfinished attempts that were retried with more time.
    again: usize,
    settings: Settings,
}

impl InstrumentationMethod {
    /// The name of the method.
    pub const NAME: &str = "instrument";

    /// The method for a question about a program, with the rules that the user has chosen.
    pub fn new(
        question: Question,
        by_hand: NamedRules,
        settings: &Settings,
    ) -> InstrumentationMethod {
        let text = question.source.text();
        // The user's rules are about the text as it is.
        let base = BaseText::from_program(text, by_hand.is_empty());
        let (library, _) = operators(&parse(text).0);
        let search = Search::for_base(&base, library, settings);
        let options = question.options.without_auto().without(&[Key::Rules, Key::Tiles]);
        let options = Choices { method: Some(MethodChoice::Abstraction), ..options };
        let plain_plan = Rc::new(Identity::for_a_run(options, settings.instrumenting.plain));
        let settings = settings.clone();
        let (asked, seen, attempts, again) = (vec![], 0, 0, 0);
        InstrumentationMethod {
            question,
            by_hand,
            search,
            plain_plan,
            asked,
            seen,
            attempts,
            again,
            settings,
        }
    }

    /// Whether ghost variables can follow something in the text.
    pub fn has_uses(&self) -> bool {
        !self.search.is_empty()
    }

    /// The next candidate.
    fn candidate(&mut self) -> Option<Instrumentation> {
        if self.by_hand.is_empty() {
            return self.search.next().map(|found| found.choices);
        }
        if self.attempts > 1 {
            return None;
        }
        self.search.named(&self.by_hand)
    }

    /// The tasks for the next candidate; none when nothing is left to try.
    fn attempt(&mut self) -> Vec<Task> {
        let text = self.question.source.text().to_owned();
        while self.attempts < self.settings.instrumenting.attempts {
            self.attempts += 1;
            let Some(choices) = self.candidate() else { return vec![] };
            let claims = self.question.claims.iter().map(|claim| claim.assert).collect();
            // The ghosts' invariants are needed only where a round has ended.
            let options = Choices { large_blocks: true, ..self.plain_plan.options.clone() };
            let written_out = self.by_hand.is_empty();
            let plan = GhostPlan { options, written_out, choices, claims };
            let program = match plan.build_program(&text) {
                Ok(program) => program,
                Err(why) => {
                    self.search.came(AttemptResult::Refused(why));
                    continue;
                }
            };
            let mut tasks = vec![];
            let known = |task: &Task| {
                let same = |asked: &GhostTask| matches!(asked, GhostTask::Soundness(t) if *t == task.title);
                self.asked.iter().any(same)
            };
            tasks.extend(
                operator_soundness(&text, &plan.choices).into_iter().filter(|task| !known(task)),
            );
            self.asked.extend(tasks.iter().map(|task| GhostTask::Soundness(task.title.clone())));
            let title = format!("with ghost variables, attempt {}", self.attempts);
            let limit = Some(CANDIDATE_STEPS);
            tasks.push(Task { title, limit, ..program.task.clone() });
            self.search.is_asked_by(self.asked.len());
            self.asked.push(GhostTask::Attempt(Rc::new(plan), Rc::new(program)));
            return tasks;
        }
        vec![]
    }

    /// Retries the next unfinished attempt with more time.
    fn retry(&mut self, answers: &[(usize, &Answer)]) -> Option<Task> {
        let unfinished = answers.iter().filter(|(n, answer)| {
            matches!(self.asked.get(*n), Some(GhostTask::Attempt(..))) && !answer.over
        });
        let (n, _) = unfinished.copied().nth(self.again)?;
        if self.again == MAX_RETRIES {
            return None;
        }
        self.again += 1;
        let Some(GhostTask::Attempt(plan, program)) = self.asked.get(n) else { return None };
        let (plan, program) = (plan.clone(), program.clone());
        let task = Task {
            title: "with ghost variables, with more time".into(),
            limit: Some(LONGER_STEPS),
            ..program.task.clone()
        };
        self.search.is_asked_again(n, self.asked.len());
        self.asked.push(GhostTask::Attempt(plan, program));
        Some(task)
    }

    /// The result of a task for a claim.
    fn task_result(&self, task: usize, claim: usize, answer: &Answer) -> Option<ClaimResult> {
        match self.asked.get(task)? {
            GhostTask::Soundness(_) => None,
            GhostTask::Plain => claim_result(&self.plain_plan, task, claim, answer),
            GhostTask::Attempt(plan, program) => {
                let original = self.question.claims.get(claim)?.assert?;
                let guards = program.guards();
                derived_result(program, original, guards, (task, answer), plan.clone())
            }
        }
    }

    /// An operator of the text that is not certified to be sound, in words.
    fn unsound_operator(&self, answers: &[(usize, &Answer)]) -> Option<String> {
        answers.iter().find_map(|(n, answer)| match self.asked.get(*n)? {
            GhostTask::Soundness(title) if !answer.certifies(&Claims::All) => {
                Some(format!("an operator of the text ({title})"))
            }
            _ => None,
        })
    }

    /// The claims that are certified.
    fn certified(&self, answers: &[(usize, &Answer)]) -> BTreeSet<usize> {
        let claims = self.combine_answers(answers).claims.into_iter().enumerate();
        claims
            .filter(|(_, result)| matches!(result, ClaimResult::Certified(_)))
            .map(|(n, _)| n)
            .collect()
    }

    /// Learns from an attempt: a run that violates a guard rules out candidates.
    ///
    /// `settled` are the claims that were certified before.
    fn learn(
        &mut self,
        task: usize,
        answer: &Answer,
        unsound: Option<&str>,
        settled: &BTreeSet<usize>,
    ) {
        let Some(GhostTask::Attempt(plan, program)) = self.asked.get(task) else { return };
        let broken = program.guards().find_map(|guard| match answer.find_assert(guard)?.1 {
            TaskResult::Buggy(run) => run.clone(),
            _ => None,
        });
        match (broken, self.by_hand.is_empty()) {
            (Some(run), true) => self.search.fails_on(&run),
            (Some(run), false) => self.search.named_fails_on(&plan.choices, &run),
            (None, _) => {
                let claims = 0..self.question.claims.len();
                let claims = claims.filter(|claim| !settled.contains(claim));
                let results = claims.filter_map(|claim| self.task_result(task, claim, answer));
                let mut came = results.map(|result| match (result, unsound) {
                    (_, Some(what)) => AttemptResult::Refused(format!(
                        "it rests on {what}, which is not certified"
                    )),
                    (ClaimResult::Certified(_), None) => AttemptResult::Certified,
                    _ => AttemptResult::Refutes,
                });
                let came = came.next_back();
                came.into_iter().for_each(|came| self.search.came(came));
            }
        }
    }
}

impl Method for InstrumentationMethod {
    fn stages() -> Vec<StageInfo> {
        stages::instrumentation_stages()
    }

    fn next(&mut self, answers: &[Option<Answer>]) -> MethodStep {
        if answers.is_empty() {
            self.asked.push(GhostTask::Plain);
            let task = self.plain_plan.task(&self.question.source);
            // Without candidates only the text itself is asked about.
            let limit = task.limit.filter(|_| self.has_uses() || !self.by_hand.is_empty());
            return MethodStep::Ask(vec![Task { limit, ..task }]);
        }
        if answers.iter().any(Option::is_none) {
            return MethodStep::Ask(vec![]);
        }
        let known = known_answers(answers);
        let unsound = self.unsound_operator(&known);
        let settled = self.certified(&known[..self.seen]);
        for (n, answer) in known.iter().skip(self.seen) {
            self.learn(*n, answer, unsound.as_deref(), &settled);
        }
        self.seen = known.len();
        let result = self.combine_answers(&known);
        let certified = self.certified(&known).into_iter();
        let claims = &self.question.claims;
        self.search.settle(certified.map(|claim| claims[claim].span).collect());
        if answers_all(&self.question, &result) {
            return MethodStep::Done(result);
        }
        // All candidates rest on the operators of the text.
        let tasks = if unsound.is_some() { vec![] } else { self.attempt() };
        if !tasks.is_empty() {
            return MethodStep::Ask(tasks);
        }
        // Where no ghosts help there may be a bug that takes longer to find.
        let plain_once =
            self.asked.iter().filter(|asked| matches!(asked, GhostTask::Plain)).count() == 1
                && self.by_hand.is_empty();
        if plain_once && self.has_uses() {
            self.asked.push(GhostTask::Plain);
            let limit = Some(LAST_STEPS);
            return MethodStep::Ask(vec![Task {
                limit,
                ..self.plain_plan.task(&self.question.source)
            }]);
        }
        match unsound.map_or_else(|| self.retry(&known), |_| None) {
            Some(task) => MethodStep::Ask(vec![task]),
            None => MethodStep::Done(result),
        }
    }

    fn combine_answers(&self, answers: &[(usize, &Answer)]) -> MethodResult {
        let unsound = self.unsound_operator(answers);
        let claim_or_left = |claim: usize| {
            let mut found = answers.iter().filter_map(|(n, a)| {
                let is_attempt = matches!(self.asked.get(*n), Some(GhostTask::Attempt(..)));
                match (self.task_result(*n, claim, a)?, &unsound) {
                    (ClaimResult::Certified(_) | ClaimResult::Buggy(..), Some(why))
                        if is_attempt =>
                    {
                        Some(ClaimResult::RestsOn(why.clone()))
                    }
                    (result, _) => Some(result),
                }
            });
            found.next().unwrap_or(ClaimResult::Left(0, claim))
        };
        let claims = (0..self.question.claims.len()).map(claim_or_left).collect();
        MethodResult { claims, shown: Some(0), ..MethodResult::default() }
    }

    fn attempts(&self) -> Attempts {
        let mut all = self.search.attempts.clone();
        // An attempt that was answered and does not fail has no answer.
        let answered = |attempt: &&mut Attempt| attempt.task.is_some_and(|task| task < self.seen);
        for attempt in
            all.tried.iter_mut().filter(answered).filter(|a| a.came == AttemptResult::Asked)
        {
            attempt.came = AttemptResult::NoAnswer;
        }
        all
    }
}
