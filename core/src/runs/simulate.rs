//! Runs of the program on values that are likely to matter, for failures that lie deeper than paths
//! can be followed with all their values open.
//!
//! Each place where a program chooses gets a rule: the same number every time, or numbers that count
//! up, and the same for the cells of arrays. The numbers are small ones and those of the program's
//! text with their neighbours. Rules are tried in order of their distance from the simplest ones.

use crate::base::{Budget, Int};
use crate::chc::scout::Candidate;
use crate::chc::settings::LikelyRuns;
use crate::lang::interp::{ArrayValue, Choice, Choices, Machine, Status, StepKind, Value};
use crate::lang::typed::{AssertId, Expr, ExprKind, Program, Stmt, StmtKind, Type};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// How many runs are made with how many steps at most. A round tries those again that the one
/// before it did not bring to their end.
fn rounds(longest: usize) -> [(usize, usize); 4] {
    [(1_500, 500), (60, 5_000), (8, 25_000), (1, longest)]
}

/// Rules that are not the same number every time: up, down, every other time.
const COUNTING: usize = 3;
/// The rules of a run, by their numbers.
#[derive(Clone, Default)]
struct Rules {
    /// By place.
    ranks: Vec<usize>,
    /// For all other places.
    rest: usize,
}

/// The search. It is over after a number of steps that does not depend on the program.
pub(super) struct Simulation {
    limits: LikelyRuns,
    rounds: [(usize, usize); 4],
    numbers: Vec<Int>,
    /// The places where the program chooses, in the order in which runs came to them.
    places: BTreeMap<Place, usize>,
    round: usize,
    runs: usize,
    steps: u64,
    /// The rules tried last in the first round.
    last: Option<Rules>,
    looked_at: usize,
    /// What is to be tried in this round and in the next.
    waiting: VecDeque<Rules>,
    unfinished: VecDeque<Rules>,
    /// What was found and not yet told.
    found: VecDeque<Candidate>,
}

/// A place where a program chooses: a declaration or an expression, by its number or position.
type Place = (bool, u32);

impl Simulation {
    pub(super) fn new(program: &Program, limits: &LikelyRuns) -> Simulation {
        Simulation {
            limits: limits.clone(),
            rounds: rounds(limits.longest),
            numbers: numbers(program, limits.literals),
            places: BTreeMap::new(),
            round: 0,
            runs: 0,
            steps: 0,
            last: None,
            looked_at: 0,
            waiting: VecDeque::new(),
            unfinished: VecDeque::new(),
            found: VecDeque::new(),
        }
    }

    /// Whether there is nothing left to try.
    pub(super) fn is_over(&self) -> bool {
        self.round == self.rounds.len() && self.found.is_empty()
    }

    /// Makes runs until one violates a wanted assertion. A run is not interrupted: it takes off the
    /// budget what it took.
    pub(super) fn step(
        &mut self,
        program: &Program,
        wanted: &BTreeSet<AssertId>,
        budget: &mut Budget,
    ) -> Option<Candidate> {
        while budget.left() > 0 {
            self.found.retain(|candidate| wanted.contains(&candidate.assert));
            if let Some(candidate) = self.found.pop_front() {
                return Some(candidate);
            }
            let &(_, steps) = self.rounds.get(self.round)?;
            match self.rules() {
                Some(rules) => {
                    let taken = self.simulate(program, rules, wanted, steps);
                    self.steps += taken;
                    budget.charge(taken.max(1));
                }
                None => {
                    (self.round, self.runs) = (self.round + 1, 0);
                    self.waiting = std::mem::take(&mut self.unfinished);
                }
            }
        }
        None
    }

    /// The next rules to try in this round.
    fn rules(&mut self) -> Option<Rules> {
        if self.runs == self.rounds.get(self.round)?.0 {
            return None;
        }
        self.runs += 1;
        if self.round > 0 {
            return self.waiting.pop_front();
        }
        if self.looked_at == self.limits.rules || self.steps > self.limits.first_round {
            return None;
        }
        self.looked_at += 1;
        let next = match self.last.take() {
            None => Rules::default(),
            // There is only one run.
            Some(_) if self.places.is_empty() => return None,
            Some(last) => self.after(last),
        };
        self.last = Some(next.clone());
        Some(next)
    }

    /// First all places get the same rule; then the rules with a smaller sum of numbers come before
    /// those with a larger one.
    fn after(&self, mut rules: Rules) -> Rules {
        let ranks = &mut rules.ranks;
        if ranks.is_empty() && rules.rest < self.numbers.len() + COUNTING {
            return Rules { ranks: vec![], rest: rules.rest + 1 };
        }
        ranks.resize(self.places.len(), 0);
        let tail = ranks.pop().unwrap_or_default();
        ranks.push(0);
        // One goes from the last place that has any to the one behind it, with all of the end.
        match ranks.iter().rposition(|rank| *rank > 0) {
            Some(giver) => {
                ranks[giver] -= 1;
                ranks[giver + 1] = tail + 1;
            }
            None => ranks[0] = tail + 1,
        }
        Rules { ranks: rules.ranks, rest: 0 }
    }

    /// Makes one run; says how many steps it took.
    fn simulate(
        &mut self,
        program: &Program,
        rules: Rules,
        wanted: &BTreeSet<AssertId>,
        limit: usize,
    ) -> u64 {
        let mut choices = Ruled {
            numbers: &self.numbers,
            cells: self.limits.cells as i64,
            places: &mut self.places,
            rules: &rules,
            times: BTreeMap::new(),
            made: vec![],
        };
        let mut machine = Machine::new(program);
        let mut failed: Vec<Candidate> = vec![];
        let mut taken = 0;
        while machine.step(&mut choices) == Status::Running && taken < limit {
            taken += 1;
            let step = machine.last_step().map(|step| &step.kind);
            if let Some(StepKind::Assert { id, value: Some(false) }) = step
                && wanted.contains(id)
                && !failed.iter().any(|known| known.assert == *id)
            {
                failed.push(Candidate { assert: *id, choices: choices.made.clone() });
            }
        }
        if failed.is_empty() && taken == limit {
            self.unfinished.push_back(rules);
        }
        for candidate in failed {
            if !self.found.iter().any(|known| known.assert == candidate.assert) {
                self.found.push_back(candidate);
            }
        }
        taken as u64
    }
}

/// The choices of one run.
struct Ruled<'s> {
    numbers: &'s [Int],
    /// Cells of an array that get values of their own.
    cells: i64,
    places: &'s mut BTreeMap<Place, usize>,
    rules: &'s Rules,
    /// How often each place has chosen.
    times: BTreeMap<Place, i64>,
    made: Vec<Value>,
}

impl Ruled<'_> {
    /// What a rule makes of a number of times, or of a cell.
    fn value(&self, ty: Type, rank: usize, at: i64) -> Value {
        match ty {
            // The simplest rules for truth values: never, always, every other time.
            Type::Bool => Value::Bool(match rank % 3 {
                0 => false,
                1 => true,
                _ => at % 2 == 0,
            }),
            Type::Int => Value::Int(match self.numbers.get(rank) {
                Some(number) => number.clone(),
                None => match (rank - self.numbers.len()) % COUNTING {
                    0 => Int::from(at),
                    1 => Int::from(-at),
                    _ => Int::from(at % 2),
                },
            }),
            Type::Array(_) => {
                let cell = ty.cell().unwrap_or(Type::Int);
                let default = Box::new(self.value(cell, rank, self.cells));
                let mut array = ArrayValue { default, ..ArrayValue::default() };
                (0..self.cells).for_each(|k| array.set(Int::from(k), self.value(cell, rank, k)));
                Value::Array(array)
            }
        }
    }
}

impl Choices for Ruled<'_> {
    fn choose(&mut self, choice: Choice<'_>) -> Value {
        let place = match choice {
            Choice::Initial(var, _) => (true, var.0),
            Choice::Nondet { span, .. } => (false, span.start),
        };
        let count = self.places.len();
        let number = *self.places.entry(place).or_insert(count);
        let times = self.times.entry(place).or_default();
        *times += 1;
        let at = *times - 1;
        let rank = self.rules.ranks.get(number).copied().unwrap_or(self.rules.rest);
        let value = self.value(choice.ty(), rank, at);
        self.made.push(value.clone());
        value
    }
}

/// Small numbers, and those of the text with their neighbours.
fn numbers(program: &Program, most: usize) -> Vec<Int> {
    let mut literals = BTreeSet::new();
    program.body.iter().for_each(|stmt| in_stmt(stmt, &mut literals));
    let mut literals: Vec<Int> = literals.into_iter().collect();
    literals.sort_by_key(Int::abs);
    let near = literals.iter().take(most).flat_map(|n| [n.clone(), n + &Int::ONE, n - &Int::ONE]);
    let mut out: Vec<Int> = vec![];
    for number in [0, 1, -1, 2, -2, 3].map(Int::from).into_iter().chain(near) {
        if !out.contains(&number) {
            out.push(number);
        }
    }
    out
}

fn in_stmt(stmt: &Stmt, out: &mut BTreeSet<Int>) {
    let inner: [&[Stmt]; 2] = match &stmt.kind {
        StmtKind::Declare { init, .. } => {
            init.iter().for_each(|e| in_expr(e, out));
            [&[], &[]]
        }
        StmtKind::Assign(writes) => {
            for write in writes {
                write.indices.iter().chain([&write.value]).for_each(|e| in_expr(e, out));
            }
            [&[], &[]]
        }
        StmtKind::If { cond, then, els } => {
            in_expr(cond, out);
            [then, els]
        }
        StmtKind::While { cond, body, step } => {
            in_expr(cond, out);
            [body, step]
        }
        StmtKind::DoWhile { cond, body } => {
            in_expr(cond, out);
            [body, &[]]
        }
        StmtKind::Assume(cond) | StmtKind::Assert { cond, .. } => {
            in_expr(cond, out);
            [&[], &[]]
        }
        StmtKind::Block(body) => [body, &[]],
        StmtKind::Return(values) => {
            values.iter().for_each(|e| in_expr(e, out));
            [&[], &[]]
        }
        StmtKind::Call(call) | StmtKind::Inlined(call, _) => {
            call.args.iter().for_each(|e| in_expr(e, out));
            [&[], &[]]
        }
        StmtKind::Break | StmtKind::Continue => [&[], &[]],
    };
    inner.into_iter().flatten().for_each(|stmt| in_stmt(stmt, out));
}

fn in_expr(expr: &Expr, out: &mut BTreeSet<Int>) {
    if let ExprKind::Int(n) = &expr.kind {
        out.insert(n.clone());
    }
    expr.children().into_iter().for_each(|child| in_expr(child, out));
}
