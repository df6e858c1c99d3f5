//! Program instrumentation (PI): programs with ghost variables, one after the other, until one of them
//! has all that is claimed certified.
//!
//! A judgement rests on the plan [`WithGhosts`].

use crate::{Method, Next};
use hornbook_instrument::search::Search;
use hornbook_lang::parse;
use hornbook_records::attempts::{Attempt, Attempts, Came};
use hornbook_records::stages;
use hornbook_records::stages::StageInfo;
use hornbook_settings::Settings;
use hornbook_tasks::choices::{Choices, Key, Named};
use hornbook_tasks::instrument::by_hand::ByHand;
use hornbook_tasks::instrument::choices::{Base, Instrumentation};
use hornbook_tasks::instrument::library::operators;
use hornbook_tasks::judgement::{Conclusion, Judgement};
use hornbook_tasks::plan::itself::{Itself, settled};
use hornbook_tasks::plan::with_ghosts::{Made, WithGhosts, sound};
use hornbook_tasks::task::{Answer, Claims, Question, Task, Told};
use std::collections::BTreeSet;
use std::rc::Rc;

/// What a task is about.
enum Asked {
    Plain,
    /// An operator of the text must keep something: its title.
    Sound(String),
    /// A candidate, with the program made from it.
    Attempt(Rc<WithGhosts>, Rc<Made>),
}

/// The method.
pub struct Instrument {
    question: Question,
    /// The rules that were named by hand; if there are some, no others are tried.
    by_hand: ByHand,
    search: Search,
    plainly: Rc<Itself>,
    asked: Vec<Asked>,
    /// How many answers were looked at.
    seen: usize,
    attempts: usize,
    /// How many attempts that were not over have got more time.
    again: usize,
    settings: Settings,
}

impl Instrument {
    /// Its name.
    pub const NAME: &str = "instrument";

    /// The method for a question about a program, with the rules that were named by hand.
    pub fn new(question: Question, by_hand: ByHand, settings: &Settings) -> Instrument {
        let text = question.source.text();
        // Rules by hand are about the text as it is.
        let base = Base::of(text, by_hand.is_empty());
        let (library, _) = operators(&parse(text).0);
        let search = Search::of(&base, library, settings);
        let options = question.options.without_auto().without(&[Key::Rules, Key::Tiles]);
        let options = Choices { method: Some(Named::Abstraction), ..options };
        let plainly = Rc::new(Itself::for_a_run(options, settings.instrumenting.plain));
        let settings = settings.clone();
        let (asked, seen, attempts, again) = (vec![], 0, 0, 0);
        Instrument { question, by_hand, search, plainly, asked, seen, attempts, again, settings }
    }

    /// Whether the text asks for anything that ghost variables can follow.
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
            // What the ghosts know of the program need only be seen where a round has ended.
            let options = Choices { large_blocks: true, ..self.plainly.options.clone() };
            let written_out = self.by_hand.is_empty();
            let plan = WithGhosts { options, written_out, choices, claims };
            let made = match plan.made(&text) {
                Ok(made) => made,
                Err(why) => {
                    self.search.came(Came::Refused(why));
                    continue;
                }
            };
            let mut tasks = vec![];
            let known = |task: &Task| {
                let same = |asked: &Asked| matches!(asked, Asked::Sound(t) if *t == task.title);
                self.asked.iter().any(same)
            };
            tasks.extend(sound(&text, &plan.choices).into_iter().filter(|task| !known(task)));
            self.asked.extend(tasks.iter().map(|task| Asked::Sound(task.title.clone())));
            let title = format!("with ghost variables, attempt {}", self.attempts);
            let limit = Some(self.settings.instrumenting.attempt);
            tasks.push(Task { title, limit, ..made.task.clone() });
            self.search.is_asked_by(self.asked.len());
            self.asked.push(Asked::Attempt(Rc::new(plan), Rc::new(made)));
            return tasks;
        }
        vec![]
    }

    /// The first attempts that were not over get more time, one after the other.
    fn once_more(&mut self, answers: &[(usize, &Answer)]) -> Option<Task> {
        let unfinished = answers.iter().filter(|(n, answer)| {
            matches!(self.asked.get(*n), Some(Asked::Attempt(..))) && !answer.over
        });
        let (n, _) = unfinished.copied().nth(self.again)?;
        if self.again == self.settings.instrumenting.again {
            return None;
        }
        self.again += 1;
        let Some(Asked::Attempt(plan, made)) = self.asked.get(n) else { return None };
        let (plan, made) = (plan.clone(), made.clone());
        let task = Task {
            title: "with ghost variables, with more time".into(),
            limit: Some(self.settings.instrumenting.longer),
            ..made.task.clone()
        };
        self.search.is_asked_again(n, self.asked.len());
        self.asked.push(Asked::Attempt(plan, made));
        Some(task)
    }

    /// What a task says of a claim.
    fn told(&self, task: usize, claim: usize, answer: &Answer) -> Option<Conclusion> {
        match self.asked.get(task)? {
            Asked::Sound(_) => None,
            Asked::Plain => settled(&self.plainly, task, claim, answer),
            Asked::Attempt(plan, made) => {
                let original = self.question.claims.get(claim)?.assert?;
                let these = made.of(original);
                let buggy = these.iter().find_map(|id| match answer.told(*id)? {
                    (at, Told::Buggy(_)) => Some(Conclusion::Buggy(task, at)),
                    _ => None,
                });
                let all = these.iter().copied().chain(made.guards()).collect();
                let holds = !these.is_empty() && answer.certifies(&Claims::Asserts(all));
                buggy.or(holds.then(|| Conclusion::Certified(plan.clone())))
            }
        }
    }

    /// What an operator of the text does not keep, as far as that is known.
    fn unsound(&self, answers: &[(usize, &Answer)]) -> Option<String> {
        answers.iter().find_map(|(n, answer)| match self.asked.get(*n)? {
            Asked::Sound(title) if !answer.certifies(&Claims::All) => {
                Some(format!("an operator of the text ({title})"))
            }
            _ => None,
        })
    }

    /// The claims that are certified.
    fn certified(&self, answers: &[(usize, &Answer)]) -> BTreeSet<usize> {
        let judged = self.judged(answers).claims.into_iter().enumerate();
        judged
            .filter(|(_, told)| matches!(told, Conclusion::Certified(_)))
            .map(|(n, _)| n)
            .collect()
    }

    fn judged(&self, answers: &[(usize, &Answer)]) -> Judgement {
        let unsound = self.unsound(answers);
        let of = |claim: usize| {
            let mut told = answers.iter().filter_map(|(n, a)| {
                let is_attempt = matches!(self.asked.get(*n), Some(Asked::Attempt(..)));
                match (self.told(*n, claim, a)?, &unsound) {
                    (Conclusion::Certified(_) | Conclusion::Buggy(..), Some(why)) if is_attempt => {
                        Some(Conclusion::RestsOn(why.clone()))
                    }
                    (told, _) => Some(told),
                }
            });
            told.next().unwrap_or(Conclusion::Left(0, claim))
        };
        let claims = (0..self.question.claims.len()).map(of).collect();
        Judgement { claims, shown: Some(0), ..Judgement::default() }
    }

    /// What comes of an attempt: what a run that breaks a guard rules out.
    ///
    /// `settled` are the claims that were certified before.
    fn learn(
        &mut self,
        task: usize,
        answer: &Answer,
        unsound: Option<&str>,
        settled: &BTreeSet<usize>,
    ) {
        let Some(Asked::Attempt(plan, made)) = self.asked.get(task) else { return };
        let broken = made.guards().find_map(|guard| match answer.told(guard)?.1 {
            Told::Buggy(run) => run.clone(),
            _ => None,
        });
        match (broken, self.by_hand.is_empty()) {
            (Some(run), true) => self.search.fails_on(&run),
            (Some(run), false) => self.search.named_fails_on(&plan.choices, &run),
            (None, _) => {
                let claims = 0..self.question.claims.len();
                let claims = claims.filter(|claim| !settled.contains(claim));
                let told = claims.filter_map(|claim| self.told(task, claim, answer));
                let mut came = told.map(|told| match (told, unsound) {
                    (_, Some(what)) => {
                        Came::Refused(format!("it rests on {what}, which is not certified"))
                    }
                    (Conclusion::Certified(_), None) => Came::Certified,
                    _ => Came::Refutes,
                });
                let came = came.next_back();
                came.into_iter().for_each(|came| self.search.came(came));
            }
        }
    }
}

impl Method for Instrument {
    fn stages() -> Vec<StageInfo> {
        stages::of_instrumentation()
    }

    fn next(&mut self, answers: &[Option<Answer>]) -> Next {
        if answers.is_empty() {
            self.asked.push(Asked::Plain);
            let task = self.plainly.task(&self.question.source);
            // Where nothing can be followed the text is all that there is to ask about.
            let limit = task.limit.filter(|_| self.has_uses() || !self.by_hand.is_empty());
            return Next::Ask(vec![Task { limit, ..task }]);
        }
        let Some(known) = answers
            .iter()
            .enumerate()
            .map(|(n, a)| Some((n, a.as_ref()?)))
            .collect::<Option<Vec<_>>>()
        else {
            return Next::Ask(vec![]);
        };
        let unsound = self.unsound(&known);
        let settled = self.certified(&known[..self.seen]);
        for (n, answer) in known.iter().skip(self.seen) {
            self.learn(*n, answer, unsound.as_deref(), &settled);
        }
        self.seen = known.len();
        let judgement = self.judged(&known);
        let certified = self.certified(&known).into_iter();
        let claims = &self.question.claims;
        self.search.settle(certified.map(|claim| claims[claim].span).collect());
        let counts = self.question.claims.iter().zip(&judgement.claims).filter(|(c, _)| c.counts);
        if counts.map(|(_, told)| told).all(Conclusion::is_answer) {
            return Next::Done(judgement);
        }
        // All candidates rest on what the text brings.
        let tasks = if unsound.is_some() { vec![] } else { self.attempt() };
        if !tasks.is_empty() {
            return Next::Ask(tasks);
        }
        // Where no ghosts fit there may be a bug that takes longer to be found.
        let plain_once = self.asked.iter().filter(|asked| matches!(asked, Asked::Plain)).count()
            == 1
            && self.by_hand.is_empty();
        if plain_once && self.has_uses() {
            self.asked.push(Asked::Plain);
            let limit = Some(self.settings.instrumenting.last);
            return Next::Ask(vec![Task { limit, ..self.plainly.task(&self.question.source) }]);
        }
        match unsound.map_or_else(|| self.once_more(&known), |_| None) {
            Some(task) => Next::Ask(vec![task]),
            None => Next::Done(judgement),
        }
    }

    fn so_far(&self, answers: &[Answer]) -> Judgement {
        self.judged(&answers.iter().enumerate().collect::<Vec<_>>())
    }

    fn attempts(&self) -> Attempts {
        let mut all = self.search.attempts.clone();
        // Whoever was answered and is not known to fail has no answer.
        let answered = |attempt: &&mut Attempt| attempt.task.is_some_and(|task| task < self.seen);
        for attempt in all.tried.iter_mut().filter(answered).filter(|a| a.came == Came::Asked) {
            attempt.came = Came::NoAnswer;
        }
        all
    }
}
