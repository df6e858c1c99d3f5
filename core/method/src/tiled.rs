//! Tiling (TI): the program as it is for a while, then the conditions of its claims, each a program without
//! loops, and then the program with what tiles say at the heads of its loops.
//!
//! A judgement rests on the plans [`ByTiles`] and [`WithHints`].

use crate::{Method, Next};
use hornbook_base::Span;
use hornbook_lang::parse;
use hornbook_records::stages::{self, StageInfo};
use hornbook_settings::{Settings, Tiling};
use hornbook_tasks::choices::{Choices, Key, Named};
use hornbook_tasks::judgement::{Conclusion, Judgement};
use hornbook_tasks::plan::by_tiles::ByTiles;
use hornbook_tasks::plan::itself::{Itself, settled};
use hornbook_tasks::plan::with_hints::{Made, WithHints};
use hornbook_tasks::task::{Answer, Claims, Question, Task, Told};
use hornbook_tasks::tiling::loops::Loop;
use hornbook_tasks::tiling::theorem::proof_with;
use hornbook_tasks::tiling::tiles::Tile;
use hornbook_tiling::seen::seen;
use hornbook_tiling::tiles::tiles_or;
use std::cell::RefCell;
use std::rc::Rc;

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
    /// Tiles that are named by hand, each with its loop.
    by_hand: Vec<(Span, Tile)>,
    /// The conditions, once they are asked about.
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
        let by_tiles = Rc::new(ByTiles { tiles: vec![], claims, limit: condition });
        let plainly = Rc::new(Itself {
            way: Some("data abstraction alone"),
            ..Itself::for_a_run(options, plain)
        });
        let (asked, round) = (vec![], 0);
        Tiled { question, plainly, by_hand, by_tiles, with_hints, asked, round, shown }
    }

    /// The tiles of all loops that conditions of claims are about.
    fn find_tiles(&self) -> Vec<(Loop, Vec<Tile>)> {
        let tree = parse(self.question.source.text()).0;
        let found = RefCell::new(Vec::<(Loop, Vec<Tile>)>::new());
        let tiles_of = |l: &Loop| {
            if let Some((_, known)) = found.borrow().iter().find(|(known, _)| known == l) {
                return known.clone();
            }
            let tiles = tiles_or(l, &self.by_hand);
            found.borrow_mut().push((l.clone(), tiles.clone()));
            tiles
        };
        for claim in &self.question.claims {
            // A claim without conditions is left to the other ways.
            let _ = proof_with(&tree, claim.span, &tiles_of);
        }
        found.into_inner()
    }

    /// The conditions of all claims, each once.
    fn conditions(&mut self) -> Vec<Task> {
        self.by_tiles = Rc::new(ByTiles { tiles: self.find_tiles(), ..(*self.by_tiles).clone() });
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
