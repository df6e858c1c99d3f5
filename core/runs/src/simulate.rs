//! Simulation: runs of the program on values that are likely to matter, for failures deeper than symbolic
//! paths can reach.
//!
//! Each choice point gets a rule: the same number every time, or numbers that count up, and the same for the
//! cells of arrays. The numbers are small ones and those of the text with their neighbours. Rules are tried
//! in order of their distance from the simplest ones.
//!
//! Where numbers of the text are large, the search looks for rules with which the program with small numbers
//! fails ([`super::scale_constants`]), and runs the original with these for as long as it takes.

use super::compiled::{CompiledProgram, Machine as Fast, Stop};
use super::doubling::DoublingSearch;
use super::rules::{COUNTING, ChoicePoints, InputState, RuledInputs, Rules};
use super::scale_constants::scale_constants;
use crate::Candidate;
use hornbook_base::{Budget, Int};
use hornbook_lang::interp::{Machine, Status, StepKind};
use hornbook_lang::typed::{
    AssertId, Builtin, TypedExpr, TypedExprKind, TypedProgram, TypedStmt, TypedStmtKind, statements,
};
use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;

/// The limits of runs on likely values.
#[derive(Clone, Copy, Debug)]
pub struct SimulationLimits {
    /// Steps of the longest run.
    pub longest: usize,
    /// Instructions on machine words in the run with the simplest choices, which is made of any program that is not
    /// solved soon.
    pub simplest: u64,
    /// Runs with rules with which a program with small numbers in the place of large ones failed.
    pub deep: usize,
    /// Steps of each.
    pub deepest: usize,
    /// Statements on machine words in all runs with one number after the other.
    pub swept: u64,
    /// Statements on machine words in one of these runs.
    pub swept_run: u64,
    /// The largest of these numbers.
    pub largest: i64,
    /// Instructions on machine words in all runs with numbers that double, once the others are over.
    pub doubled: u64,
    /// The limit for all these runs where a round of a loop evaluates a term about many cells, which the
    /// interpreter repeats.
    pub doubled_slow: u64,
    /// Instructions of each of these runs at first; eight times as many when all have had their turn.
    pub doubled_first: u64,
    /// Instructions of the longest of these runs, if there are others.
    pub doubled_run: u64,
    /// Steps that the interpreter may take to see one of them fail.
    pub replayed: usize,
    /// Steps of all runs of the first round, in which each is short.
    pub first_round: u64,
    /// Rules of choosing that are looked at for the first round; many do not differ.
    pub rules: usize,
    /// Numbers of the text that count.
    pub literals: usize,
    /// Cells of an array that get values of their own.
    pub cells: u64,
}

impl Default for SimulationLimits {
    fn default() -> SimulationLimits {
        SimulationLimits {
            longest: 100_000,
            simplest: 200_000,
            deep: 3,
            deepest: 1_500_000,
            swept: 10_000_000,
            swept_run: 1_000_000,
            largest: 5_000,
            doubled: 1_000_000_000,
            doubled_slow: 20_000_000,
            doubled_first: 2_000_000,
            doubled_run: 128_000_000,
            replayed: 300_000_000,
            first_round: 400_000,
            rules: 20_000,
            literals: 8,
            cells: 32,
        }
    }
}

/// The numbers of runs and the steps of each, by round. A round repeats the unfinished runs of the round
/// before.
fn rounds(longest: usize) -> [(usize, usize); 4] {
    [(1_500, 500), (60, 5_000), (8, 25_000), (1, longest)]
}

/// The rounds of programs whose loops evaluate conditions over many cells, so that steps cost more and more.
const SHORT: [(usize, usize); 4] = [(1_500, 500), (20, 2_500), (0, 0), (0, 0)];
/// The steps of one run of the original there.
const DEEPEST: usize = 5_000;

/// The choice points that get a number of their own in a sweep.
const SWEPT: usize = 3;
/// Steps of the interpreter that count as one, where each takes about the same time.
const INTERPRETED: u64 = 10;
/// Cells whose reading counts as one more step of the interpreter: those of a sum may be many.
const READS: usize = 4;
/// Instructions on machine words that count as one step: in short runs, with their start, and in long ones.
const STATEMENTS: u64 = 100;
const INSTRUCTIONS: u64 = 2_000;

/// The simulation, which ends after a number of steps that does not depend on the program.
pub(super) struct Simulation {
    limits: SimulationLimits,
    rounds: [(usize, usize); 4],
    numbers: Vec<Int>,
    /// The choice points, in the order in which runs reached them.
    places: ChoicePoints,
    round: usize,
    runs: usize,
    steps: u64,
    /// The rules tried last in the first round.
    last: Option<Rules>,
    /// Whether the run of the first rules read no chosen value, so that all others begin like it.
    fixed: bool,
    /// Whether no round of a loop evaluates conditions over many cells.
    is_cheap: bool,
    /// Whether the program can be run on machine words.
    is_plain: bool,
    looked_at: usize,
    /// The rules to try in this round and in the next.
    waiting: VecDeque<Rules>,
    unfinished: VecDeque<Rules>,
    /// The candidates that were not reported yet.
    found: VecDeque<Candidate>,
    /// The program with small numbers, until its search ends.
    scaled: Option<Box<ScaledSearch>>,
    /// The rules with which that failed.
    deep: VecDeque<Rules>,
    /// The sweep over numbers, for programs that fit on machine words.
    sweep: Option<Sweep>,
    /// The search over doubling numbers, after all others.
    doubling: Option<DoublingSearch>,
}

/// Runs on machine words in which one number after the other is chosen everywhere, or at one point.
struct Sweep {
    program: Rc<CompiledProgram>,
    number: i64,
    /// The index of the next pattern.
    pattern: usize,
    left: u64,
}

/// The search for rules with which a program with small numbers fails.
struct ScaledSearch {
    program: TypedProgram,
    search: Simulation,
    /// The runs of the original with the rules that were found.
    runs: usize,
}

impl Simulation {
    pub(super) fn new(program: &TypedProgram, limits: SimulationLimits) -> Simulation {
        let mut literals = BTreeSet::new();
        let all = statements(&program.body).into_iter().flat_map(TypedStmt::exprs);
        all.for_each(|e| in_expr(e, &mut literals));
        let (numbers, near) = numbers(&literals, limits.literals);
        let scaled = scale_constants(program, &literals).map(|(program, sizes)| {
            // Rules refer to numbers by index, so small numbers stand for those of the original.
            let small = near.iter().map(|(literal, off)| sizes.small(literal) + off).collect();
            let search = Simulation::over(small, limits, None);
            Box::new(ScaledSearch { program, search, runs: 0 })
        });
        let mut simulation = Simulation::over(numbers, limits, scaled);
        let is_cheap = has_cheap_loops(program);
        simulation.is_cheap = is_cheap;
        if !is_cheap {
            (simulation.limits.deepest, simulation.rounds) = (DEEPEST, SHORT);
        }
        if let Some(compiled) = CompiledProgram::from_program(program).map(Rc::new) {
            let left = if is_cheap { limits.doubled } else { limits.doubled_slow };
            let truths = compiled.chooses_truth(program);
            simulation.doubling =
                Some(DoublingSearch::new(compiled.clone(), truths, &literals, limits, left));
            let (number, pattern, left) = (0, 0, limits.swept);
            simulation.sweep = Some(Sweep { program: compiled, number, pattern, left });
            simulation.is_plain = true;
            if let Some(scaled) = &mut simulation.scaled {
                scaled.search.is_plain = true;
            }
        }
        simulation
    }

    fn over(
        numbers: Vec<Int>,
        limits: SimulationLimits,
        scaled: Option<Box<ScaledSearch>>,
    ) -> Simulation {
        Simulation {
            limits,
            rounds: rounds(limits.longest),
            numbers,
            places: ChoicePoints::new(),
            round: 0,
            runs: 0,
            steps: 0,
            last: None,
            fixed: false,
            is_cheap: true,
            is_plain: false,
            looked_at: 0,
            waiting: VecDeque::new(),
            unfinished: VecDeque::new(),
            found: VecDeque::new(),
            scaled,
            deep: VecDeque::new(),
            sweep: None,
            doubling: None,
        }
    }

    /// Whether nothing is left to try.
    pub(super) fn is_over(&self) -> bool {
        let rounds = self.round == self.rounds.len() && self.scaled.is_none();
        let fast = self.sweep.is_some() || self.doubling.is_some();
        rounds && self.found.is_empty() && !fast
    }

    /// Whether only very long runs are left.
    pub(super) fn has_only_long_runs(&self) -> bool {
        let rounds = self.round == self.rounds.len() && self.scaled.is_none();
        let long = self.doubling.as_ref().is_some_and(DoublingSearch::is_long);
        rounds && self.found.is_empty() && self.sweep.is_none() && long
    }

    /// A fairly long run on machine words in which all choices are 0 or false: it suffices where no choice
    /// matters.
    pub(super) fn simplest(
        &mut self,
        program: &TypedProgram,
        wanted: &BTreeSet<AssertId>,
    ) -> Option<Candidate> {
        if wanted.is_empty() {
            return None;
        }
        let fast = self.sweep.as_ref()?.program.clone();
        let mut inputs = InputState::new(&[Int::ZERO], Rules::default(), self.limits.cells);
        let mut choices = RuledInputs { places: &mut self.places, inputs: &mut inputs };
        let (mut machine, mut left) = (Fast::new(&fast), self.limits.simplest);
        let is_wanted = |id| wanted.contains(&id);
        match machine.go(&fast, program, &mut choices, &is_wanted, &mut left) {
            Stop::Failed(assert) => Some(Candidate { assert, choices: inputs.made, steps: None }),
            _ => None,
        }
    }

    /// Makes runs until one violates a wanted assertion. A run is not interrupted: its steps are charged to
    /// the budget.
    pub(super) fn step(
        &mut self,
        program: &TypedProgram,
        wanted: &BTreeSet<AssertId>,
        budget: &mut Budget,
    ) -> Option<Candidate> {
        while budget.left() > 0 {
            self.found.retain(|candidate| wanted.contains(&candidate.assert));
            if let Some(candidate) = self.found.pop_front() {
                return Some(candidate);
            }
            // Short runs of a program with large numbers seldom reach their effect.
            if let Some(taken) = self.run_scaled(program, wanted) {
                budget.charge(self.work(taken));
                continue;
            }
            // Machine words make long runs so much faster that they come before those of the interpreter.
            if self.round > 0 && self.sweep(program, wanted, budget).is_some() {
                continue;
            }
            let Some(&(_, steps)) = self.rounds.get(self.round) else {
                self.double(program, wanted, budget)?;
                continue;
            };
            let short = self.doubling.as_ref().is_some_and(|doubling| !doubling.is_long());
            if self.round > 0 && short && self.double(program, wanted, budget).is_some() {
                continue;
            }
            match self.rules() {
                Some(rules) => {
                    let (taken, is_open) = self.simulate(program, &rules, wanted, steps);
                    if is_open {
                        self.unfinished.push_back(rules);
                    }
                    budget.charge(self.work(taken));
                }
                None => {
                    (self.round, self.runs) = (self.round + 1, 0);
                    self.waiting = std::mem::take(&mut self.unfinished);
                }
            }
        }
        None
    }

    /// Makes the next run on machine words; `None` if there is none.
    fn sweep(
        &mut self,
        program: &TypedProgram,
        wanted: &BTreeSet<AssertId>,
        budget: &mut Budget,
    ) -> Option<()> {
        let mut sweep = self.sweep.take()?;
        // First all points with each rule for truth values; then one of the first points, with ones
        // elsewhere.
        let patterns = 3 + self.places.len().min(SWEPT);
        if sweep.pattern == patterns {
            (sweep.number, sweep.pattern) = (sweep.number + 1, 0);
        }
        let at = sweep.pattern.checked_sub(3);
        sweep.pattern += 1;
        if sweep.left == 0 || self.places.is_empty() || sweep.number > self.limits.largest {
            return None;
        }
        let numbers = match at {
            None => vec![Int::from(sweep.number); 3],
            Some(_) => vec![Int::from(sweep.number), Int::ONE],
        };
        let ranks = at.map(|at| (0..self.places.len()).map(|n| usize::from(n != at)).collect());
        let rest = if at.is_some() { 1 } else { sweep.pattern - 1 };
        let rules = Rules { ranks: ranks.unwrap_or_default(), rest };
        let mut inputs = InputState::new(&numbers, rules, self.limits.cells);
        let mut choices = RuledInputs { places: &mut self.places, inputs: &mut inputs };
        let is_wanted = |id| wanted.contains(&id);
        // A number mostly shows its effect within some rounds of it.
        let enough = 1_000 + 500 * sweep.number.unsigned_abs();
        let most = sweep.left.min(self.limits.swept_run).min(enough);
        let (mut machine, mut left) = (Fast::new(&sweep.program), most);
        let stop = machine.go(&sweep.program, program, &mut choices, &is_wanted, &mut left);
        if let Stop::Failed(assert) = stop {
            self.found.push_back(Candidate { assert, choices: inputs.made, steps: None });
        }
        sweep.left -= most - left;
        budget.charge((most - left) / STATEMENTS + 1);
        self.sweep = Some(sweep);
        Some(())
    }

    /// The steps that steps of the interpreter count as.
    fn work(&self, taken: u64) -> u64 {
        if self.is_cheap { taken / INTERPRETED + 1 } else { taken.max(1) }
    }

    /// Continues the runs whose numbers double; `None` if they are over.
    fn double(
        &mut self,
        program: &TypedProgram,
        wanted: &BTreeSet<AssertId>,
        budget: &mut Budget,
    ) -> Option<()> {
        let mut doubling = self.doubling.take()?;
        let taken = doubling.turn(program, wanted, &mut self.places)?;
        budget.charge(taken / INSTRUCTIONS + 1);
        self.found.extend(doubling.found());
        self.doubling = Some(doubling);
        Some(())
    }

    /// Makes a run of the program with small numbers, or one of the original with rules with which that
    /// failed; the steps that it took. `None` if there is none.
    fn run_scaled(&mut self, program: &TypedProgram, wanted: &BTreeSet<AssertId>) -> Option<u64> {
        let mut scaled = self.scaled.take()?;
        if let Some(rules) = self.deep.pop_front() {
            scaled.runs += 1;
            std::mem::swap(&mut self.places, &mut scaled.search.places);
            // These runs do not count for the first round, which is still to come.
            let steps = self.steps;
            let (taken, _) = self.simulate(program, &rules, wanted, self.limits.deepest);
            self.steps = steps;
            std::mem::swap(&mut self.places, &mut scaled.search.places);
            self.scaled = Some(scaled);
            return Some(taken);
        }
        let search = &mut scaled.search;
        let open = search.round == 0 && scaled.runs < self.limits.deep;
        let rules = if open { search.rules()? } else { return None };
        let (_, steps) = search.rounds[0];
        let (taken, _) = search.simulate(&scaled.program, &rules, wanted, steps);
        if !std::mem::take(&mut search.found).is_empty() {
            self.deep.push_back(rules);
        }
        self.scaled = Some(scaled);
        Some(taken)
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
            // Runs on machine words continue from there.
            Some(_) if self.fixed && self.is_plain => return None,
            Some(last) => self.after(last),
        };
        self.last = Some(next.clone());
        Some(next)
    }

    /// First all points get the same rule; then rules come in the order of their sums.
    fn after(&self, mut rules: Rules) -> Rules {
        let ranks = &mut rules.ranks;
        if ranks.is_empty() && rules.rest < self.numbers.len() + COUNTING {
            return Rules { ranks: vec![], rest: rules.rest + 1 };
        }
        ranks.resize(self.places.len(), 0);
        let tail = ranks.pop().unwrap_or_default();
        ranks.push(0);
        // The last point with a rule passes one to the next, with all of the end.
        match ranks.iter().rposition(|rank| *rank > 0) {
            Some(giver) => {
                ranks[giver] -= 1;
                ranks[giver + 1] = tail + 1;
            }
            None => ranks[0] = tail + 1,
        }
        Rules { ranks: rules.ranks, rest: 0 }
    }

    /// Makes one run; the steps that it took, and whether longer runs are worth a try.
    fn simulate(
        &mut self,
        program: &TypedProgram,
        rules: &Rules,
        wanted: &BTreeSet<AssertId>,
        limit: usize,
    ) -> (u64, bool) {
        let mut inputs = InputState::new(&self.numbers, rules.clone(), self.limits.cells);
        let mut choices = RuledInputs { places: &mut self.places, inputs: &mut inputs };
        let mut machine = Machine::new(program);
        let mut failed: Vec<Candidate> = vec![];
        let (mut taken, mut looks) = (0, false);
        while machine.step(&mut choices) == Status::Running && taken < limit {
            let reads = machine.last_step().map_or(0, |step| step.reads.len());
            taken += 1 + reads / READS;
            looks |= machine.last_step().is_some_and(|step| !step.needs.is_empty());
            let step = machine.last_step().map(|step| &step.kind);
            if let Some(StepKind::Assert { id, value: Some(false) }) = step
                && wanted.contains(id)
                && !failed.iter().any(|known| known.assert == *id)
            {
                failed.push(Candidate {
                    assert: *id,
                    choices: choices.inputs.made.clone(),
                    steps: None,
                });
            }
        }
        let is_open = failed.is_empty() && taken >= limit;
        self.fixed |= !looks && is_open;
        for candidate in failed {
            if !self.found.iter().any(|known| known.assert == candidate.assert) {
                self.found.push_back(candidate);
            }
        }
        self.steps += taken as u64;
        (taken as u64, is_open)
    }
}

/// Whether no round of a loop evaluates conditions over many cells.
fn has_cheap_loops(program: &TypedProgram) -> bool {
    let is_loop = |s: &&TypedStmt| {
        matches!(s.kind, TypedStmtKind::While { .. } | TypedStmtKind::DoWhile { .. })
    };
    let about_many = |e: &TypedExpr| match &e.kind {
        TypedExprKind::Quant(..) => true,
        TypedExprKind::Call(call, _) => !matches!(call, Builtin::Abs | Builtin::Min | Builtin::Max),
        _ => false,
    };
    let is_cheap = |s: &TypedStmt| !s.exprs().into_iter().any(|e| e.any(&about_many));
    let loops = statements(&program.body).into_iter().filter(is_loop);
    loops.flat_map(|l| statements(std::slice::from_ref(l))).all(is_cheap)
}

/// Small numbers, and those of the text with their neighbours; and each as a number of the text and the
/// distance from it.
fn numbers(literals: &BTreeSet<Int>, most: usize) -> (Vec<Int>, Vec<(Int, Int)>) {
    let mut literals: Vec<Int> = literals.iter().cloned().collect();
    literals.sort_by_key(Int::abs);
    let off = [Int::ZERO, Int::ONE, Int::MINUS_ONE];
    let near = literals.iter().take(most).flat_map(|n| off.iter().map(|d| (n.clone(), d.clone())));
    let small = [0, 1, -1, 2, -2, 3].map(|n| (Int::from(n), Int::ZERO));
    let (mut numbers, mut parts): (Vec<Int>, Vec<(Int, Int)>) = (vec![], vec![]);
    for (literal, off) in small.into_iter().chain(near) {
        let number = &literal + &off;
        if !numbers.contains(&number) {
            numbers.push(number);
            parts.push((literal, off));
        }
    }
    (numbers, parts)
}

fn in_expr(expr: &TypedExpr, out: &mut BTreeSet<Int>) {
    if let TypedExprKind::Int(n) = &expr.kind {
        out.insert(n.clone());
    }
    expr.children().into_iter().for_each(|child| in_expr(child, out));
}
