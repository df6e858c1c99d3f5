//! Tiling (TI): the program as it is for a while, then the conditions of its claims, each a program without
//! loops, and then the program with loop invariants from tiles as hints.
//!
//! A result rests on the plans [`TilePlan`] and [`HintPlan`].

use crate::{Method, MethodStep, answers_all, derived_result, known_answers};
use hornbook_base::Span;
use hornbook_lang::parse;
use hornbook_records::stages::{self, StageInfo};
use hornbook_tasks::choices::{Choices, Key, MethodChoice};
use hornbook_tasks::method_result::{ClaimResult, MethodResult};
use hornbook_tasks::plan::DerivedProgram;
use hornbook_tasks::plan::hints::HintPlan;
use hornbook_tasks::plan::identity::{Identity, claim_result};
use hornbook_tasks::plan::tile_conditions::TilePlan;
use hornbook_tasks::task::{Answer, Claims, Question, Task};
use hornbook_tasks::tiling::loops::Loop;
use hornbook_tasks::tiling::theorem::proof_with;
use hornbook_tasks::tiling::tiles::Tile;
use hornbook_tiling::plausible_hints::plausible_hints;
use hornbook_tiling::tiles::tiles_or_chosen;
use std::cell::RefCell;
use std::iter;
use std::rc::Rc;

/// The most steps for the program as it is.
const PLAIN_STEPS: u64 = 20_000;

/// The most steps for each condition.
const CONDITION_STEPS: u64 = 400_000;

/// The most steps for the program with hints where the conditions suffice.
const SHOWN_STEPS: u64 = 300_000;

/// The most steps for the program with hints and the chosen abstraction, before others are tried.
const CHOSEN_STEPS: u64 = 3_000_000;

/// A task of the method.
enum TilingTask {
    /// The text as it is.
    Plain,
    /// A condition of these claims.
    Condition(Vec<usize>),
    /// The text with hints, a position in [`TilingMethod::with_hints`].
    Hints(usize),
}

impl TilingTask {
    fn has_hints(&self) -> bool {
        matches!(self, TilingTask::Hints(_))
    }
}

/// The method of tiling.
pub struct TilingMethod {
    question: Question,
    plain_plan: Rc<Identity>,
    /// The tiles that the user has chosen, each with its loop.
    by_hand: Vec<(Span, Tile)>,
    /// The conditions, once they are asked.
    by_tiles: Rc<TilePlan>,
    /// The text with hints: with the abstraction that was chosen, and with others where none was.
    with_hints: Vec<(Rc<HintPlan>, DerivedProgram)>,
    asked: Vec<TilingTask>,
    /// The number of times that tasks were asked.
    round: usize,
}

impl TilingMethod {
    /// The name of the method.
    pub const NAME: &str = "tiling";

    /// The method for a question about a program, with the tiles that the user has chosen. Where the user has chosen
    /// no abstraction it tries a sequence of them.
    pub fn new(question: Question, by_hand: Vec<(Span, Tile)>) -> TilingMethod {
        let options = question.options.without_auto().without(&[Key::Rules, Key::Tiles]);
        let options = Choices { method: Some(MethodChoice::Abstraction), ..options };
        let text = question.source.text();
        let hints = plausible_hints(&parse(text).0);
        let claims: Vec<_> = question.claims.iter().map(|claim| claim.assert).collect();
        let climbs = question.options.abstraction.is_none();
        let hinted_program = |climbing: bool| {
            let (options, hints, claims) = (options.clone(), hints.clone(), claims.clone());
            let plan = HintPlan { options, climbs: climbing, hints, claims };
            let mut program = plan.build_program(text).ok()?;
            let limit = (climbs && !climbing).then_some(CHOSEN_STEPS);
            program.task = Task { limit, ..program.task };
            Some((Rc::new(plan), program))
        };
        let levels = if climbs { vec![false, true] } else { vec![false] };
        let with_hints = levels.into_iter().filter_map(hinted_program).collect();
        let claims = question.claims.iter().map(|claim| claim.span).collect();
        let by_tiles = Rc::new(TilePlan { tiles: vec![], claims, limit: CONDITION_STEPS });
        let plain_plan = Rc::new(Identity {
            way: Some("data abstraction alone"),
            ..Identity::for_a_run(options, PLAIN_STEPS)
        });
        let (asked, round) = (vec![], 0);
        TilingMethod { question, plain_plan, by_hand, by_tiles, with_hints, asked, round }
    }

    /// Finds the tiles of all loops in the conditions of claims.
    fn find_tiles(&self) -> Vec<(Loop, Vec<Tile>)> {
        let tree = parse(self.question.source.text()).0;
        let found = RefCell::new(Vec::<(Loop, Vec<Tile>)>::new());
        let tiles_of = |l: &Loop| {
            if let Some((_, known)) = found.borrow().iter().find(|(known, _)| known == l) {
                return known.clone();
            }
            let tiles = tiles_or_chosen(l, &self.by_hand);
            found.borrow_mut().push((l.clone(), tiles.clone()));
            tiles
        };
        for claim in &self.question.claims {
            // A claim without conditions is left to the other tasks.
            let _ = proof_with(&tree, claim.span, &tiles_of);
        }
        found.into_inner()
    }

    /// Makes the conditions of all claims, each once.
    fn conditions(&mut self) -> Vec<Task> {
        self.by_tiles = Rc::new(TilePlan { tiles: self.find_tiles(), ..(*self.by_tiles).clone() });
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
        self.asked.extend(claims.into_iter().map(TilingTask::Condition));
        tasks
    }

    /// Makes the tasks of the next round.
    fn next_tasks(&mut self) -> Vec<Task> {
        self.round += 1;
        match self.round {
            1 => {
                self.asked.push(TilingTask::Plain);
                vec![self.plain_plan.task(&self.question.source)]
            }
            2 => self.conditions(),
            n => {
                let hints = self.with_hints.get(n - 3);
                self.asked.extend(hints.map(|_| TilingTask::Hints(n - 3)));
                hints.map(|(_, program)| program.task.clone()).into_iter().collect()
            }
        }
    }

    /// Makes tasks for the reader once all claims are answered: the conditions, or loop invariants where only the
    /// conditions have certified a claim.
    fn tasks_for_reader(&mut self, result: &MethodResult) -> Vec<Task> {
        let holds = result.claims.iter().any(|c| matches!(c, ClaimResult::Certified(_)));
        match self.round {
            1 if holds => {
                let tasks = self.next_tasks();
                self.round = usize::MAX;
                tasks
            }
            2 => {
                self.round = usize::MAX;
                let Some((_, program)) = self.with_hints.first() else { return vec![] };
                self.asked.push(TilingTask::Hints(0));
                vec![Task { limit: Some(SHOWN_STEPS), ..program.task.clone() }]
            }
            _ => vec![],
        }
    }

    /// The answers to a claim, of all tasks that settle it, and the fallback.
    fn claim_results(&self, claim: usize, answers: &[(usize, &Answer)]) -> Vec<ClaimResult> {
        let mut conditions = answers.iter().filter(|(task, _)| {
            matches!(self.asked.get(*task), Some(TilingTask::Condition(of)) if of.contains(&claim))
        });
        let asked =
            |asked: &&TilingTask| matches!(asked, TilingTask::Condition(of) if of.contains(&claim));
        let all = self.asked.iter().filter(asked).count();
        let held = conditions.clone().count() == all && all > 0;
        let by_tiles = held && conditions.all(|(_, answer)| answer.certifies(&Claims::All));
        let result = |(task, answer): &(usize, &Answer)| match self.asked.get(*task)? {
            TilingTask::Plain => claim_result(&self.plain_plan, *task, claim, answer),
            TilingTask::Condition(_) => {
                by_tiles.then(|| ClaimResult::Certified(self.by_tiles.clone()))
            }
            TilingTask::Hints(n) => {
                let (plan, program) = self.with_hints.get(*n)?;
                let original = self.question.claims.get(claim)?.assert?;
                derived_result(program, original, iter::empty(), (*task, answer), plan.clone())
            }
        };
        // Where both certify it, hints give the loop invariants.
        let hinted = answers
            .iter()
            .filter(|(task, _)| self.asked.get(*task).is_some_and(TilingTask::has_hints));
        let mut found: Vec<ClaimResult> = hinted.chain(answers).filter_map(result).collect();
        found.push(ClaimResult::Left(0, claim));
        found
    }
}

impl Method for TilingMethod {
    fn stages() -> Vec<StageInfo> {
        stages::tiling_stages()
    }

    fn next(&mut self, answers: &[Option<Answer>]) -> MethodStep {
        if answers.iter().any(Option::is_none) {
            return MethodStep::Ask(vec![]);
        }
        let known = known_answers(answers);
        let result = self.combine_answers(&known);
        if self.round > 0 && answers_all(&self.question, &result) {
            return match self.tasks_for_reader(&result) {
                tasks if tasks.is_empty() => MethodStep::Done(result),
                tasks => MethodStep::Ask(tasks),
            };
        }
        while self.round < self.with_hints.len() + 2 {
            let tasks = self.next_tasks();
            if !tasks.is_empty() {
                return MethodStep::Ask(tasks);
            }
        }
        MethodStep::Done(result)
    }

    fn combine_answers(&self, answers: &[(usize, &Answer)]) -> MethodResult {
        let mut result = MethodResult { shown: Some(0), ..MethodResult::default() };
        for claim in 0..self.question.claims.len() {
            let mut found = self.claim_results(claim, answers).into_iter();
            result.claims.extend(found.next());
            let certifies = |one: ClaimResult| match one {
                ClaimResult::Certified(plan) => Some(plan),
                _ => None,
            };
            result.others.push(found.filter_map(certifies).collect());
        }
        result
    }
}
