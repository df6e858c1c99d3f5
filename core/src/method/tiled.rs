//! Tiling (TI): the program as it is for a while, then the conditions of its claims, each a program without
//! loops, and then the program with what tiles say at the heads of its loops.
//!
//! **Soundness.** The plans make conditions, and the program with hints, again from the text and what is said. That
//! its conditions certify a claim is [`crate::tiling::theorem`]. Hints are no part of what a program does, so a
//! claim rests on that claim of the program with hints alone.

use super::choices::{Choices, Key, Named};
use super::climb::Climb;
use super::itself::{Itself, settled};
use super::judgement::{Conclusion, Duty, Judgement, Plan};
use super::task::{Answer, Claims, Question, Source, Task, Told};
use super::{Method, Next, StageInfo, stages};
use crate::base::{LineIndex, Span};
use crate::chc::settings::{Settings, Tiling};
use crate::lang::rewrite::Places;
use crate::lang::typed::AssertId;
use crate::lang::{Options, front_end, parse};
use crate::tiling::conditions::Said;
use crate::tiling::hinted::{hinted, seen};
use crate::tiling::loops::Loop;
use crate::tiling::theorem::{Condition, proof_with};
use crate::tiling::tiles::{Tile, tiles_or};
use std::rc::Rc;

/// By what the conditions certify a claim, in words.
pub const BY_CONDITIONS: &str = "the conditions of its tiles (TI Theorem 1)";

/// By what the program with hints does.
pub const BY_HINTS: &str = "data abstraction, with what tiles say as hints";

/// The text with hints.
#[derive(Clone, Debug)]
struct WithHints {
    options: Choices,
    /// Whether abstractions are tried from weak to strong.
    climbs: bool,
    said: Vec<Said>,
    /// The claims of the text, in their order.
    claims: Vec<Option<AssertId>>,
}

/// A program with hints, and what is claimed in it.
struct Made {
    task: Task,
    /// For each assertion of it the one of the text that it is; none for hints.
    asserts: Vec<Option<AssertId>>,
}

impl Made {
    /// The assertions that one of the text is here.
    fn of(&self, original: AssertId) -> Vec<AssertId> {
        let these = (0..).zip(&self.asserts).filter(|(_, known)| **known == Some(original));
        these.map(|(n, _)| AssertId(n)).collect()
    }
}

/// Why the text with hints is asked about.
const WHY_HINTS: &str = "Each round of a loop takes care of its tile, so at the head of the loop the claim holds of the tiles done.";

impl WithHints {
    /// The program, without any search.
    fn made(&self, original: &str) -> Result<Made, String> {
        let (tree, _) = parse(original);
        let (text, places) = Places::of(&tree, &hinted(&tree, &self.said));
        let options = Options { check_bounds: self.options.check_bounds };
        let read = |text: &str| front_end(text, options).0.ok_or("the program has errors");
        let asserts = places.assertions(&read(&text)?, &read(original)?);
        let task = Task {
            options: self.options.clone(),
            method: self.climbs.then(|| Climb::NAME.into()),
            places: Some(places),
            hints: true,
            ..Task::new("with what tiles say", WHY_HINTS, Source::Program(text))
        };
        Ok(Made { task, asserts })
    }
}

impl Plan for WithHints {
    fn way(&self) -> Option<&'static str> {
        Some(BY_HINTS)
    }

    fn duties(&self, source: &Source, claim: usize) -> Result<Vec<Duty>, String> {
        let made = self.made(source.text())?;
        let original = self.claims.get(claim).copied().flatten().ok_or("no such assertion")?;
        let asserts = made.of(original);
        if asserts.is_empty() {
            return Err("the assertion is not in the program any more".into());
        }
        Ok(vec![Duty { task: made.task, claims: Claims::Asserts(asserts) }])
    }
}

/// The conditions of claims, as programs (TI Theorem 1).
#[derive(Clone, Debug)]
struct ByTiles {
    /// Tiles that are named by hand, each with its loop.
    by_hand: Vec<(Span, Tile)>,
    /// Where the claims of the text stand, in their order.
    claims: Vec<Span>,
    limit: u64,
}

impl ByTiles {
    /// The conditions of a claim.
    fn tasks(&self, text: &str, claim: usize) -> Result<Vec<Task>, String> {
        let (tree, lines) = (parse(text).0, LineIndex::new(text));
        let span = self.claims.get(claim).copied().ok_or("no such assertion")?;
        let task = |condition: Condition| {
            let line = condition.at.map(|at| format!(", loop of line {}", lines.line(at)));
            let title = condition.title + &line.unwrap_or_default();
            let task = Task::new(title, condition.why, Source::Program(condition.text));
            Task { limit: Some(self.limit), exact: true, ..task }
        };
        let tiles_of = |l: &Loop| tiles_or(l, &self.by_hand);
        let proof = proof_with(&tree, span, &tiles_of)?;
        Ok(proof.conditions.into_iter().map(task).collect())
    }
}

impl Plan for ByTiles {
    fn way(&self) -> Option<&'static str> {
        Some(BY_CONDITIONS)
    }

    fn duties(&self, source: &Source, claim: usize) -> Result<Vec<Duty>, String> {
        let tasks = self.tasks(source.text(), claim)?;
        Ok(tasks.into_iter().map(|task| Duty { task, claims: Claims::All }).collect())
    }
}

/// What a task is about.
enum Asked {
    Plain,
    /// A condition of these claims.
    Condition(Vec<usize>),
    /// The text with hints, a position in [`Tiled::with_hints`].
    Hints(usize),
}

impl Asked {
    fn has_hints(&self) -> bool {
        matches!(self, Asked::Hints(_))
    }
}

/// The method.
pub struct Tiled {
    question: Question,
    plainly: Rc<Itself>,
    by_tiles: Rc<ByTiles>,
    /// The text with hints: with the abstraction that was chosen, and with others where none was.
    with_hints: Vec<(Rc<WithHints>, Made)>,
    asked: Vec<Asked>,
    /// How many times something was asked.
    round: usize,
    /// Steps for the program with hints where conditions suffice.
    shown: u64,
}

impl Tiled {
    /// Its name.
    pub const NAME: &str = "tiling";

    /// The method for a question about a program, with tiles that are named by hand; whether abstractions are
    /// climbed is left to the method where none was chosen.
    pub fn new(question: Question, by_hand: Vec<(Span, Tile)>, settings: &Settings) -> Tiled {
        let options = question.options.without_auto().without(&[Key::Rules, Key::Tiles]);
        let options = Choices { method: Some(Named::Abstraction), ..options };
        let Tiling { plain, condition, first, shown, .. } = settings.tiling;
        let text = question.source.text();
        let said = seen(&parse(text).0, &settings.tiling, &settings.probe);
        let claims: Vec<_> = question.claims.iter().map(|claim| claim.assert).collect();
        let climbs = question.options.abstraction.is_none();
        let with = |climbing: bool| {
            let (options, said, claims) = (options.clone(), said.clone(), claims.clone());
            let plan = WithHints { options, climbs: climbing, said, claims };
            let mut made = plan.made(text).ok()?;
            let limit = (climbs && !climbing).then_some(first);
            made.task = Task { limit, ..made.task };
            Some((Rc::new(plan), made))
        };
        let levels = if climbs { vec![false, true] } else { vec![false] };
        let with_hints = levels.into_iter().filter_map(with).collect();
        let claims = question.claims.iter().map(|claim| claim.span).collect();
        let by_tiles = Rc::new(ByTiles { by_hand, claims, limit: condition });
        let plainly = Rc::new(Itself {
            way: Some("data abstraction alone"),
            ..Itself::for_a_run(options, plain)
        });
        Tiled { question, plainly, by_tiles, with_hints, asked: vec![], round: 0, shown }
    }

    /// The conditions of all claims, each once.
    fn conditions(&mut self) -> Vec<Task> {
        let mut tasks: Vec<(Task, Vec<usize>)> = vec![];
        for claim in 0..self.question.claims.len() {
            let of_claim = self.by_tiles.tasks(self.question.source.text(), claim);
            for task in of_claim.unwrap_or_default() {
                match tasks.iter_mut().find(|(known, _)| known.asks_the_same(&task)) {
                    Some((_, claims)) => claims.push(claim),
                    None => tasks.push((task, vec![claim])),
                }
            }
        }
        let (tasks, claims): (Vec<Task>, Vec<Vec<usize>>) = tasks.into_iter().unzip();
        self.asked.extend(claims.into_iter().map(Asked::Condition));
        tasks
    }

    /// What is asked next.
    fn tasks(&mut self) -> Vec<Task> {
        self.round += 1;
        match self.round {
            1 => {
                self.asked.push(Asked::Plain);
                vec![self.plainly.task(&self.question.source)]
            }
            2 => self.conditions(),
            n => {
                let hints = self.with_hints.get(n - 3);
                self.asked.extend(hints.map(|_| Asked::Hints(n - 3)));
                hints.map(|(_, made)| made.task.clone()).into_iter().collect()
            }
        }
    }

    /// What is asked although all claims are answered: whether the conditions suffice as well, and what
    /// holds at the loops where only the conditions have said something.
    fn for_the_reader(&mut self, judgement: &Judgement) -> Vec<Task> {
        let holds = judgement.claims.iter().any(|c| matches!(c, Conclusion::Certified(_)));
        match self.round {
            1 if holds => {
                let tasks = self.tasks();
                self.round = usize::MAX;
                tasks
            }
            2 => {
                self.round = usize::MAX;
                let Some((_, made)) = self.with_hints.first() else { return vec![] };
                self.asked.push(Asked::Hints(0));
                vec![Task { limit: Some(self.shown), ..made.task.clone() }]
            }
            _ => vec![],
        }
    }

    /// What is said of a claim: by all ways that answer it, if there are some.
    fn told(&self, claim: usize, answers: &[(usize, &Answer)]) -> Vec<Conclusion> {
        let mut conditions = answers.iter().filter(|(task, _)| {
            matches!(self.asked.get(*task), Some(Asked::Condition(of)) if of.contains(&claim))
        });
        let asked = |asked: &&Asked| matches!(asked, Asked::Condition(of) if of.contains(&claim));
        let all = self.asked.iter().filter(asked).count();
        let held = conditions.clone().count() == all && all > 0;
        let by_tiles = held && conditions.all(|(_, answer)| answer.certifies(&Claims::All));
        let told = |(task, answer): &(usize, &Answer)| match self.asked.get(*task)? {
            Asked::Plain => settled(&self.plainly, *task, claim, answer),
            Asked::Condition(_) => by_tiles.then(|| Conclusion::Certified(self.by_tiles.clone())),
            Asked::Hints(n) => {
                let (plan, made) = self.with_hints.get(*n)?;
                let these = made.of(self.question.claims.get(claim)?.assert?);
                let buggy = these.iter().find_map(|id| match answer.told(*id)? {
                    (at, Told::Buggy(_)) => Some(Conclusion::Buggy(*task, at)),
                    _ => None,
                });
                let holds = !these.is_empty() && answer.certifies(&Claims::Asserts(these));
                buggy.or(holds.then(|| Conclusion::Certified(plan.clone())))
            }
        };
        // Where both certify it, hints say what holds at the loops.
        let hinted =
            answers.iter().filter(|(task, _)| self.asked.get(*task).is_some_and(Asked::has_hints));
        let mut found: Vec<Conclusion> = hinted.chain(answers).filter_map(told).collect();
        found.push(Conclusion::Left(0, claim));
        found
    }

    fn judged(&self, answers: &[(usize, &Answer)]) -> Judgement {
        let mut judgement = Judgement { shown: Some(0), ..Judgement::default() };
        for claim in 0..self.question.claims.len() {
            let mut told = self.told(claim, answers).into_iter();
            judgement.claims.extend(told.next());
            let certifies = |one: Conclusion| match one {
                Conclusion::Certified(plan) => Some(plan),
                _ => None,
            };
            judgement.others.push(told.filter_map(certifies).collect());
        }
        judgement
    }
}

impl Method for Tiled {
    fn stages() -> Vec<StageInfo> {
        stages::of_tiling()
    }

    fn next(&mut self, answers: &[Option<Answer>]) -> Next {
        if answers.iter().any(Option::is_none) {
            return Next::Ask(vec![]);
        }
        let known: Vec<(usize, &Answer)> = answers.iter().flatten().enumerate().collect();
        let judgement = self.judged(&known);
        let counts = self.question.claims.iter().zip(&judgement.claims).filter(|(c, _)| c.counts);
        if self.round > 0 && counts.map(|(_, told)| told).all(Conclusion::is_answer) {
            return match self.for_the_reader(&judgement) {
                tasks if tasks.is_empty() => Next::Done(judgement),
                tasks => Next::Ask(tasks),
            };
        }
        while self.round < self.with_hints.len() + 2 {
            let tasks = self.tasks();
            if !tasks.is_empty() {
                return Next::Ask(tasks);
            }
        }
        Next::Done(judgement)
    }

    fn so_far(&self, answers: &[Answer]) -> Judgement {
        self.judged(&answers.iter().enumerate().collect::<Vec<_>>())
    }
}
