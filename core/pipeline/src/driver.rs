//! A tree of tasks to a judgement: the driver runs what a method asks, tells it the answers, and
//! turns its judgement into an outcome that was checked.

mod asked;

use super::methods::{chosen, method, source};
use super::searching::{Replays, Searches};
use super::solving::keep_what_rests;
use super::{Input, Status, unanswered};
use asked::{Asked, Work};
use hornbook_base::Budget;
use hornbook_check as check;
use hornbook_evidence::laws::ProductLaw;
use hornbook_explain::invariant::keep_in;
use hornbook_explain::{certificate, instrumented};
use hornbook_lang::calls::rests_on;
use hornbook_lang::typed::AssertId;
use hornbook_method::{Method, Next};
use hornbook_records::attempts::Attempts;
use hornbook_records::instrumented::Instrumented;
use hornbook_records::invariant::Invariant;
use hornbook_records::tasks::TaskRecord;
use hornbook_records::{AssertionOutcome, Outcome, Progress, UnknownReason, Verdict};
use hornbook_runs::Candidate;
use hornbook_settings::Settings;
use hornbook_tasks::choices::Effect;
use hornbook_tasks::judgement::{Conclusion, Duty, Judgement, Plan};
use hornbook_tasks::task::{Answer, Source, Task};
use std::collections::BTreeSet;
use std::rc::Rc;

/// A resumable search for the verdict on a text, by the method that is chosen for it.
///
/// **Invariant:** what it comes to does not depend on the sizes of the slices in which it works.
pub struct Driver {
    input: Input,
    settings: Rc<Settings>,
    /// What the tasks share, also those of methods below.
    searches: Searches,
    /// What became of failing runs of programs that are made from this one.
    replays: Replays,
    method: Box<dyn Method>,
    tasks: Vec<Asked>,
    /// The task whose turn it is.
    at: usize,
    /// Steps for each task in this round.
    round: u64,
    /// Steps for a task that is the only open one, up to which it is not looked at what it has found out.
    alone: u64,
    /// Whether the first task has had its turn.
    begun: bool,
    /// Whether all claims were answered before the last tasks were asked: these show more to the reader.
    for_the_reader: bool,
    /// What the method ended with.
    judgement: Option<Judgement>,
}

impl Driver {
    /// Starts on an input without errors; `None` when there are errors.
    pub fn new(input: &Input) -> Option<Driver> {
        Driver::with(input, Rc::new(Settings::default()))
    }

    /// The same with other settings of the search.
    pub fn with(input: &Input, settings: Rc<Settings>) -> Option<Driver> {
        let method = method(chosen(input), input, &settings)?;
        Some(Driver::by(method, input, settings))
    }

    /// The same by a given method.
    pub fn by(method: Box<dyn Method>, input: &Input, settings: Rc<Settings>) -> Driver {
        Driver::sharing(method, input, settings, Searches::default())
    }

    /// The same within a method that has begun these searches.
    fn sharing(
        method: Box<dyn Method>,
        input: &Input,
        settings: Rc<Settings>,
        searches: Searches,
    ) -> Driver {
        let mut driver = Driver {
            input: input.clone(),
            round: settings.climbing.round,
            alone: settings.climbing.round,
            settings,
            searches,
            replays: Replays::default(),
            method,
            tasks: vec![],
            at: 0,
            begun: false,
            for_the_reader: false,
            judgement: None,
        };
        driver.ask();
        driver
    }

    /// Works for about `steps` steps.
    pub fn step(&mut self, steps: u64) -> Status {
        if let Some(status) = self.ended() {
            return status;
        }
        let Some(quota) = self.quota() else { return Status::Done(self.nothing_to_do()) };
        let (settings, searches) = (self.settings.clone(), self.searches.clone());
        let asked = &mut self.tasks[self.at];
        asked.begin(&self.input, &settings, &searches);
        let left = quota.saturating_sub(asked.steps());
        let limit = asked.task.limit;
        let most = steps.min(left);
        let status = if left == 0 {
            // What a piece of work took beyond its turn counts: others come first.
            Status::Running(Progress::default())
        } else if self.begun || self.tasks.len() < 2 {
            self.tasks[self.at].step(most)
        } else {
            self.first_turn(most, quota)
        };
        match status {
            Status::Done(outcome) => {
                (self.tasks[self.at].outcome, self.tasks[self.at].over) = (Some(outcome), true);
                self.answered()
            }
            Status::Running(_) if self.is_enough(quota) => {
                if limit.is_some_and(|limit| limit <= self.tasks[self.at].steps()) {
                    let asked = &mut self.tasks[self.at];
                    asked.outcome = asked.so_far(&UnknownReason::Budget);
                    return self.answered();
                }
                let asked = &mut self.tasks[self.at];
                if asked.told.is_none() && asked.is_told() {
                    // What it still does for the reader mostly takes not long.
                    asked.told = Some(asked.steps());
                    return Status::Running(self.told(Progress::default()));
                }
                self.judge_early();
                if let Some(status) = self.ended() {
                    return status;
                }
                self.turn();
                Status::Running(self.told(Progress::default()))
            }
            Status::Running(progress) => Status::Running(self.told(progress)),
        }
    }

    /// Works on the first task. Whether that turn is over early is looked at after each piece of work, however the caller
    /// cuts it.
    fn first_turn(&mut self, most: u64, quota: u64) -> Status {
        let before = self.tasks[self.at].steps();
        loop {
            let status = self.tasks[self.at].step(1);
            let made = self.tasks[self.at].steps() - before;
            if matches!(status, Status::Done(_)) || made >= most || self.is_enough(quota) {
                return status;
            }
        }
    }

    /// Steps up to which the present task has its turn; `None` if nothing is open.
    fn quota(&self) -> Option<u64> {
        let open = self.open();
        let Asked { task, told, .. } = self.tasks.get(self.at).filter(|_| open > 0)?;
        let limit = task.limit.unwrap_or(u64::MAX);
        let lone = self.tasks.len() == 1 || open == 1 && self.for_the_reader;
        if let Some(since) = told.filter(|_| !lone) {
            let grace = since.saturating_add(self.settings.climbing.first);
            return Some(limit.min(if open == 1 { grace.max(self.alone) } else { grace }));
        }
        let turn = match open {
            _ if lone => u64::MAX,
            // The others have ended, with answers that what it finds out may complete.
            1 => self.alone,
            _ => {
                let first = if self.begun { 0 } else { self.settings.climbing.first };
                (first.max(self.round) / 100).saturating_mul(task.share)
            }
        };
        Some(limit.min(turn))
    }

    /// Whether the turn of the present task is over. If the first one only looks for failing runs any more, which the
    /// others do as well, it goes on for as long as it took to come to that.
    fn is_enough(&mut self, quota: u64) -> bool {
        let first = !self.begun && self.tasks.len() > 1;
        let (asked, round) = (&mut self.tasks[self.at], self.round);
        let steps = asked.steps();
        if first && asked.looks.is_none() && asked.only_looks_for_runs() {
            asked.looks = Some(steps);
        }
        let early = asked.looks.filter(|_| first).map(|since| round.max(2 * since));
        steps >= early.map_or(quota, |early| early.min(quota))
    }

    /// How many tasks have not ended.
    fn open(&self) -> usize {
        self.tasks.iter().filter(|t| t.outcome.is_none()).count()
    }

    /// Tells the method what is known, and asks what it wants to know.
    fn ask(&mut self) {
        let answers: Vec<Option<Answer>> =
            self.tasks.iter().map(|t| Some(t.answer(t.outcome.as_ref()?))).collect();
        match self.method.next(&answers) {
            Next::Ask(tasks) if tasks.is_empty() => {}
            Next::Ask(tasks) => {
                self.for_the_reader = !self.tasks.is_empty() && self.answering().is_some();
                self.tasks.extend(tasks.into_iter().map(Asked::new));
            }
            Next::Done(judgement) => self.judgement = Some(judgement),
        }
    }

    /// Goes on after the present task was answered.
    fn answered(&mut self) -> Status {
        self.ask();
        // Methods wait for answers that are complete; of tasks without a turn there is nothing to be told.
        let begun = self.tasks.iter().all(|t| !matches!(t.work, Work::New));
        if self.judgement.is_none() && begun {
            self.judge_early();
        }
        if let Some(status) = self.ended() {
            return status;
        }
        self.turn();
        Status::Running(self.told(Progress::default()))
    }

    /// The outcome, once there is a judgement.
    fn ended(&self) -> Option<Status> {
        let judgement = self.judgement.as_ref()?;
        let reason = UnknownReason::Vocabulary;
        Some(Status::Done(self.outcome(judgement, &self.known(&reason), &reason)))
    }

    /// Ends the search if tasks that are not over answer all claims between them.
    fn judge_early(&mut self) {
        if self.tasks.len() > 1 {
            self.judgement = self.answering();
        }
    }

    /// The judgement by what is known now, if that answers all claims.
    fn answering(&self) -> Option<Judgement> {
        let known = self.known(&UnknownReason::Budget);
        let judgement = self.method.so_far(&self.answers(&known));
        let answers = |judgement: &Judgement| {
            !judgement.claims.is_empty() && judgement.claims.iter().all(Conclusion::is_answer)
        };
        Some(judgement).filter(answers)
    }

    /// The next open task has its turn.
    fn turn(&mut self) {
        let open = |n: &usize| self.tasks[*n].outcome.is_none();
        let later = (self.at + 1..self.tasks.len()).find(open);
        let Some(next) = later.or_else(|| (0..self.tasks.len()).find(open)) else { return };
        self.begun = true;
        match self.open() as u64 {
            1 => self.alone = self.round.max(self.tasks[next].steps()).saturating_mul(2),
            open if later.is_none() => {
                self.round = self.round.saturating_add(self.round / (open - 1));
            }
            _ => {}
        }
        self.at = next;
    }

    /// The outcome of a method that waits although all its tasks are answered.
    fn nothing_to_do(&mut self) -> Outcome {
        self.stop(&UnknownReason::Unsupported("a method that asks nothing".into()))
    }

    /// The outcome if the search ended now; what is not known yet is `unknown` for the given reason.
    pub fn so_far(&self, reason: &UnknownReason) -> Outcome {
        let known = self.known(reason);
        self.outcome(&self.judged(&known), &known, reason)
    }

    /// Ends the search, see [`Driver::so_far`].
    pub fn stop(&mut self, reason: &UnknownReason) -> Outcome {
        let known = self.known(reason);
        let judgement = self.judged(&known);
        let outcome = self.outcome(&judgement, &known, reason);
        self.judgement = Some(judgement);
        outcome
    }

    /// What each task came to, or what is known of it by now; of those that had a turn, which come
    /// first.
    fn known(&self, reason: &UnknownReason) -> Vec<Outcome> {
        self.tasks.iter().map_while(|t| t.known(reason)).collect()
    }

    fn answers(&self, known: &[Outcome]) -> Vec<Answer> {
        self.tasks.iter().zip(known).map(|(t, outcome)| t.answer(outcome)).collect()
    }

    fn judged(&self, known: &[Outcome]) -> Judgement {
        self.judgement.clone().unwrap_or_else(|| self.method.so_far(&self.answers(known)))
    }

    /// How many assertions have a verdict or a derivation, over all tasks; it changes when
    /// [`Driver::so_far`] does.
    pub fn settled(&self) -> usize {
        let of = |asked: &Asked| match &asked.work {
            Work::Road(solving) => solving.settled(),
            Work::Nested(driver) => driver.settled(),
            Work::New | Work::Preparing(_) | Work::Refused => 0,
        };
        let answered = self.tasks.iter().filter(|t| t.outcome.is_some()).count();
        self.tasks.iter().map(of).sum::<usize>() + answered
    }

    /// Proof obligations for a verdict `certified`, as an SMT-LIB script that other solvers can check;
    /// `None` for all other verdicts. There is a part for each task that the verdict rests on.
    pub fn certificate(&self, outcome: &Outcome) -> Option<String> {
        let certified = outcome.verdict == Verdict::Certified;
        let judgement = self.judgement.as_ref().filter(|_| certified)?;
        Some(self.obligations(judgement).join("\n(reset)\n"))
    }

    fn obligations(&self, judgement: &Judgement) -> Vec<String> {
        let own = self.input.text.as_str();
        let about = |task: &Task| match &task.source {
            Source::Program(text) if text != own => certificate::another_program(&task.why, text),
            _ => String::new(),
        };
        let of = |n: usize| match &self.tasks[n].work {
            Work::Road(solving) => {
                vec![about(&self.tasks[n].task) + &solving.obligations()]
            }
            Work::Nested(driver) => {
                driver.judgement.iter().flat_map(|j| driver.obligations(j)).collect()
            }
            Work::New | Work::Preparing(_) | Work::Refused => vec![],
        };
        self.rests_on(judgement).into_iter().flat_map(of).collect()
    }

    /// The tasks that what is certified rests on.
    fn rests_on(&self, judgement: &Judgement) -> BTreeSet<usize> {
        let plans = judgement.claims.iter().enumerate().filter_map(|(n, claim)| match claim {
            Conclusion::Certified(plan) => plan.duties(&source(&self.input), n).ok(),
            _ => None,
        });
        let asked = |duty: Duty| self.tasks.iter().position(|t| t.task.asks_the_same(&duty.task));
        plans.flatten().filter_map(asked).collect()
    }

    /// A judgement as an outcome: what it certifies is checked, what it says to be broken is
    /// replayed.
    fn outcome(&self, judgement: &Judgement, known: &[Outcome], reason: &UnknownReason) -> Outcome {
        let answers = self.answers(known);
        let tasks = self.tasks.iter().map(|t| &t.task);
        let answered: Vec<(&Task, &Answer)> = tasks.zip(&answers).collect();
        // What other texts say of themselves is not about this one.
        let own = |n: usize| known.get(n).filter(|_| self.is_itself(n));
        let shown = judgement.shown.and_then(own);
        let needed = self.rests_on(judgement);
        let with_hints: Vec<Invariant> = needed
            .iter()
            .filter_map(|n| Some((&self.tasks.get(*n)?.task, known.get(*n)?)))
            .filter(|(task, _)| task.hints)
            .filter_map(|(task, found)| Some((task.places.as_ref()?, found)))
            .flat_map(|(places, found)| {
                found.invariants.iter().filter_map(|i| i.moved(places, &self.input.lines))
            })
            .collect();
        let laws = laws(shown.into_iter().chain(needed.iter().filter_map(|n| known.get(*n))));
        let others = needed.into_iter().filter(|n| Some(*n) != judgement.shown);
        let others: Vec<&Outcome> = others.filter_map(own).collect();
        let mut outcome = shown.cloned().unwrap_or_else(|| unanswered(&self.input, reason));
        for (n, assertion) in outcome.assertions.iter_mut().enumerate() {
            let conclusion = judgement.claims.get(n).unwrap_or(&Conclusion::Open);
            let verdict = self.verdict(n, conclusion, known, &answered, reason);
            let says = |o: &&Outcome| o.assertions.get(n).is_some_and(|a| a.unreached);
            assertion.unreached |= others.iter().any(says);
            assertion.unreached &= verdict == Verdict::Certified;
            assertion.by = self.ways(n, conclusion, judgement, &answered);
            assertion.verdict = verdict;
        }
        if let Some(program) = &self.input.program {
            keep_what_rests(&mut outcome.assertions, &rests_on(program));
        }
        let Outcome {
            assertions, invariants, models, merged, exact, statistics, abstraction, ..
        } = outcome;
        let mut outcome = Outcome {
            invariants,
            models,
            laws,
            merged,
            exact,
            statistics,
            abstraction: judgement.abstraction.clone().or(abstraction),
            advice: judgement.advice.clone(),
            tasks: self.records(),
            attempts: self.attempts(),
            instrumented: self.instrumented(judgement, known),
            ..Outcome::of(assertions)
        };
        others.into_iter().for_each(|other| add_what_rests(&mut outcome, other));
        with_hints.into_iter().for_each(|i| keep_in(i, &mut outcome.invariants));
        outcome.statistics.questions = known.iter().map(|o| o.statistics.questions).sum();
        outcome.statistics.steps = self.steps();
        outcome
    }

    /// The ways that certify a claim, in words, as far as they have some and are accepted.
    fn ways(
        &self,
        claim: usize,
        conclusion: &Conclusion,
        judgement: &Judgement,
        answered: &[(&Task, &Answer)],
    ) -> Vec<String> {
        let Conclusion::Certified(plan) = conclusion else { return vec![] };
        let others = judgement.others.get(claim).into_iter().flatten();
        let source = source(&self.input);
        let holds = |plan: &&Rc<dyn Plan>| {
            check::judgement::verify(&source, claim, &***plan, answered).is_ok()
        };
        let said = std::iter::once(plan).chain(others).filter(holds);
        let ways: BTreeSet<&str> = said.filter_map(|plan| plan.way()).collect();
        ways.into_iter().map(str::to_owned).collect()
    }

    /// The programs with ghost variables on which what is certified rests.
    fn instrumented(&self, judgement: &Judgement, known: &[Outcome]) -> Vec<Instrumented> {
        let needed = self.rests_on(judgement);
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

    /// The instrumentations that were tried, by the method or one that it has asked.
    fn attempts(&self) -> Attempts {
        let below = self.tasks.iter().filter_map(|asked| match &asked.work {
            Work::Nested(driver) => Some(driver.attempts()),
            _ => None,
        });
        let all = std::iter::once(self.method.attempts()).chain(below);
        all.into_iter().find(|all| !all.tried.is_empty()).unwrap_or_default()
    }

    fn verdict(
        &self,
        claim: usize,
        conclusion: &Conclusion,
        known: &[Outcome],
        answered: &[(&Task, &Answer)],
        reason: &UnknownReason,
    ) -> Verdict {
        let of = |task: usize, claim: usize| -> Option<&AssertionOutcome> {
            known.get(task)?.assertions.get(claim)
        };
        let left = || Verdict::Unknown(reason.clone());
        match conclusion {
            Conclusion::Certified(plan) => {
                match check::judgement::verify(&source(&self.input), claim, &**plan, answered) {
                    Ok(()) => Verdict::Certified,
                    Err(why) => Verdict::Unknown(UnknownReason::Rejected(why.to_string())),
                }
            }
            Conclusion::Buggy(task, at) if self.is_itself(*task) => {
                match of(*task, *at).map(|a| &a.verdict) {
                    Some(verdict @ (Verdict::Buggy(_) | Verdict::Refuted(_))) => verdict.clone(),
                    _ => left(),
                }
            }
            Conclusion::Buggy(task, at) => {
                let id = of(*task, *at).and_then(|a| a.id);
                self.replayed(claim, *task, *at, id).unwrap_or_else(|| {
                    let why = "a failing run of a task is none of the program";
                    Verdict::Unknown(UnknownReason::Rejected(why.into()))
                })
            }
            Conclusion::RestsOn(what) => Verdict::Unknown(UnknownReason::RestsOn(what.clone())),
            // What a task about another text says of itself is no verdict on this one.
            Conclusion::Left(task, at) => match of(*task, *at).map(|a| &a.verdict) {
                Some(verdict @ Verdict::TooWeak { .. }) if self.is_itself(*task) => verdict.clone(),
                // There was time for more, but nothing more to try.
                Some(Verdict::Unknown(UnknownReason::Budget)) => left(),
                Some(Verdict::Unknown(why)) => Verdict::Unknown(why.clone()),
                _ => left(),
            },
            Conclusion::Open => left(),
        }
    }

    /// Whether a task asks about the program that the method was asked about.
    fn is_itself(&self, task: usize) -> bool {
        let Some(Asked { task, .. }) = self.tasks.get(task) else { return false };
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
        let choices = self.method.original_run(&asked.task, &run.choices)?;
        let program = self.input.program.as_ref()?;
        let blank = unanswered(&self.input, &UnknownReason::Budget);
        let assert = blank.assertions.get(claim)?.id?;
        let candidate = Candidate { assert, choices, steps: run.steps };
        let Input { lines, text, .. } = &self.input;
        let (about, limits) = ((program, lines, text.as_str()), &self.settings.likely);
        // The road that found it has seen it to its end.
        let run = self.replays.decide(&candidate, about, limits, &mut Budget::steps(u64::MAX))?;
        run.map(|run| Verdict::Buggy(Box::new(run)))
    }

    /// Steps spent so far.
    pub fn steps(&self) -> u64 {
        self.tasks.iter().map(Asked::steps).sum()
    }

    /// The questions that were asked, as a tree.
    pub fn records(&self) -> Vec<TaskRecord> {
        let own = source(&self.input);
        self.tasks.iter().map(|asked| asked.record(&own)).collect()
    }

    fn told(&self, mut progress: Progress) -> Progress {
        if self.tasks.len() > 1 {
            let title = &self.tasks[self.at].task.title;
            progress.doing = format!("{} {title}", progress.doing).trim_start().to_owned();
        }
        progress.tasks = self.records();
        progress.attempts = self.attempts();
        progress
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
    invariants.into_iter().for_each(|i| keep_in(i, &mut outcome.invariants));
    outcome.models.extend(models);
    outcome.merged |= merged;
    outcome.exact &= exact;
}
