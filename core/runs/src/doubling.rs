//! Long runs on machine words, for failures in the millionth round of a loop.
//!
//! Chosen numbers double from run to run, so a number that is large enough is soon reached. The search
//! cannot know how long a run must be: runs are fairly short in a first round, and eight times as long in
//! each later one. A run that does not end in its time waits for the next round, and so do those with larger
//! numbers of its family: their loops would not end either. Once a run fails, smaller numbers are tried as
//! well, as a short run says more.

use super::compiled::{CompiledProgram, Machine, Stop};
use super::rules::{ChoicePoints, InputState, RuledInputs, Rules};
use crate::Candidate;
use crate::simulate::SimulationLimits;
use hornbook_base::Int;
use hornbook_lang::typed::{AssertId, TypedProgram};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Instructions of one turn.
const TURN: u64 = 2_000_000;
/// The factor by which runs may be longer in each round.
const LONGER: u64 = 8;
/// The choice points that get large numbers alone.
const ALONE: usize = 3;
/// The powers of two that are tried; other searches try smaller numbers.
const POWERS: std::ops::Range<u32> = 4..40;

/// Runs that differ in one number only.
struct RunFamily {
    rules: Rules,
    /// The number by rule: with a factor, or constant.
    numbers: Vec<Number>,
    /// The number of tried numbers.
    tried: usize,
    /// Whether a run waits for the next round.
    waits: bool,
}

#[derive(Clone, Copy)]
enum Number {
    Times(i64),
    Always(i64),
}

/// A run under way.
struct SizedRun {
    machine: Machine,
    inputs: InputState,
    used: u64,
    /// The most instructions that it may make.
    most: u64,
}

/// The bisection for a smaller number with which a run fails.
struct Bisection {
    /// The largest number with which no run fails, and the smallest with which one does.
    below: i64,
    fails: i64,
    best: Candidate,
    /// Instructions of the best run, and of all attempts.
    used: u64,
    spent: u64,
}

/// The search, which ends after a number of instructions that does not depend on the program.
pub(super) struct DoublingSearch {
    program: Rc<CompiledProgram>,
    limits: SimulationLimits,
    /// Whether the program chooses truth values.
    truths: bool,
    sizes: Vec<i64>,
    /// The families, once the choice points are known.
    families: Option<Vec<RunFamily>>,
    at: usize,
    /// Instructions of a run in this round.
    round: u64,
    left: u64,
    now: Option<SizedRun>,
    smaller: Option<Bisection>,
    /// The assertions for which a run was reported.
    reported: BTreeSet<AssertId>,
    found: Vec<Candidate>,
}

impl DoublingSearch {
    pub(super) fn new(
        program: Rc<CompiledProgram>,
        truths: bool,
        literals: &BTreeSet<Int>,
        limits: SimulationLimits,
        left: u64,
    ) -> DoublingSearch {
        let near =
            |n: &Int| n.abs().to_i64().map(|n| [n.saturating_sub(1), n, n.saturating_add(1)]);
        let near = literals.iter().take(limits.literals).filter_map(near).flatten();
        let powers = POWERS.map(|power| 1 << power);
        let sizes: BTreeSet<i64> = powers.chain(near.filter(|n| *n >= 1 << POWERS.start)).collect();
        DoublingSearch {
            program,
            limits,
            truths,
            sizes: sizes.into_iter().collect(),
            families: None,
            at: 0,
            round: limits.doubled_first,
            left,
            now: None,
            smaller: None,
            reported: BTreeSet::new(),
            found: vec![],
        }
    }

    /// Whether the round of fairly short runs is over without a result.
    pub(super) fn is_long(&self) -> bool {
        self.round > self.limits.doubled_first && self.smaller.is_none()
    }

    /// The runs that were found since the last call.
    pub(super) fn found(&mut self) -> Vec<Candidate> {
        std::mem::take(&mut self.found)
    }

    /// Continues a run for a turn; the instructions that it took, `None` if the search is over.
    pub(super) fn turn(
        &mut self,
        program: &TypedProgram,
        wanted: &BTreeSet<AssertId>,
        places: &mut ChoicePoints,
    ) -> Option<u64> {
        let truths = self.truths;
        let families = self.families.get_or_insert_with(|| families(places.len(), truths));
        if families.is_empty()
            || self.left == 0
            || wanted.iter().all(|id| self.reported.contains(id))
        {
            return None;
        }
        if self.now.is_none() && !self.begin() {
            return None;
        }
        let mut now = self.now.take()?;
        let most = TURN.min(self.left).min(now.most - now.used);
        let mut left = most;
        let mut choices = RuledInputs { places, inputs: &mut now.inputs };
        let is_wanted = |id| wanted.contains(&id) && !self.reported.contains(&id);
        let stop = now.machine.go(&self.program, program, &mut choices, &is_wanted, &mut left);
        let taken = most - left;
        now.used += taken;
        self.left -= taken;
        match stop {
            Stop::More if now.used < now.most && self.left > 0 => self.now = Some(now),
            stop => self.end(now, stop),
        }
        Some(taken)
    }

    /// Starts the next run; false if there is none.
    fn begin(&mut self) -> bool {
        if let Some(smaller) = &self.smaller {
            let size = smaller.below + (smaller.fails - smaller.below) / 2;
            self.now = Some(self.attempt(size, smaller.used + smaller.used / 8 + 1_000));
            return true;
        }
        // The rounds end when no family has more to try.
        for _ in 0..2 {
            let families = self.families.iter().flatten().enumerate().skip(self.at);
            let next =
                families.filter(|(_, family)| !family.waits && family.tried < self.sizes.len());
            if let Some((at, family)) = next.map(|(at, family)| (at, family.tried)).next() {
                self.at = at;
                self.now = Some(self.attempt(self.sizes[family], self.round));
                return true;
            }
            let longest = self.longest();
            // The remaining budget must suffice for longer runs than those before.
            if self.round >= longest.min(self.left) {
                return false;
            }
            (self.at, self.round) = (0, self.round.saturating_mul(LONGER).min(longest));
            self.families.iter_mut().flatten().for_each(|family| family.waits = false);
        }
        false
    }

    /// Instructions of the longest run: if there is only one run, as no run has made choices, about as many
    /// as the interpreter may take to see it fail.
    fn longest(&self) -> u64 {
        let is_fixed =
            |family: &RunFamily| family.numbers.iter().all(|n| matches!(n, Number::Always(_)));
        match self.families.as_deref() {
            Some([only]) if is_fixed(only) => self.limits.replayed as u64,
            _ => self.limits.doubled_run,
        }
    }

    /// A run of the present family with a number.
    fn attempt(&self, size: i64, most: u64) -> SizedRun {
        let family = self.families.as_ref().and_then(|families| families.get(self.at));
        let number = |number: &Number| match number {
            Number::Times(factor) => Int::from(*factor * size),
            Number::Always(n) => Int::from(*n),
        };
        let numbers: Vec<Int> = family.iter().flat_map(|k| &k.numbers).map(number).collect();
        let rules = family.map(|family| family.rules.clone()).unwrap_or_default();
        let inputs = InputState::new(&numbers, rules, self.limits.cells);
        SizedRun { machine: Machine::new(&self.program), inputs, used: 0, most }
    }

    /// Records how a run ended.
    fn end(&mut self, run: SizedRun, stop: Stop) {
        if let Some(smaller) = self.smaller.take() {
            return self.compare(smaller, run, stop);
        }
        let sizes = self.sizes.len();
        let Some(family) = self.families.as_mut().and_then(|families| families.get_mut(self.at))
        else {
            return;
        };
        match stop {
            Stop::Failed(assert) => {
                let (fails, used) = (self.sizes[family.tried], run.used);
                let below = family.tried.checked_sub(1).map_or(0, |before| self.sizes[before]);
                let depends = family.numbers.iter().any(|n| matches!(n, Number::Times(_)));
                let below = if depends { below } else { fails };
                let best = candidate(assert, run);
                self.go_below(Bisection { below, fails, best, used, spent: 0 });
            }
            Stop::More => family.waits = true,
            // If nothing depends on the number all runs are equal; larger numbers are too large as well.
            Stop::GivenUp => family.tried = sizes,
            Stop::Done => {
                let depends = family.numbers.iter().any(|n| matches!(n, Number::Times(_)));
                family.tried = if depends { family.tried + 1 } else { sizes };
            }
        }
    }

    /// Continues the bisection after a run with a smaller number.
    fn compare(&mut self, mut smaller: Bisection, run: SizedRun, stop: Stop) {
        let size = smaller.below + (smaller.fails - smaller.below) / 2;
        smaller.spent += run.used;
        if stop == Stop::Failed(smaller.best.assert) {
            (smaller.fails, smaller.used) = (size, run.used);
            smaller.best = candidate(smaller.best.assert, run);
        } else {
            smaller.below = size;
        }
        self.go_below(smaller);
    }

    /// Starts a bisection while it is cheap, and reports the run.
    fn go_below(&mut self, smaller: Bisection) {
        let cheap = smaller.spent < TURN + 4 * smaller.used && self.left > 0;
        if smaller.fails - smaller.below > 1 && cheap {
            self.smaller = Some(smaller);
        } else {
            self.reported.insert(smaller.best.assert);
            self.found.push(smaller.best);
        }
    }
}

/// The candidate of a run that failed. The interpreter makes about as many steps as these are instructions.
fn candidate(assert: AssertId, run: SizedRun) -> Candidate {
    let steps = usize::try_from(run.used).ok().map(|used| used.saturating_mul(2));
    Candidate { assert, choices: run.inputs.made, steps }
}

/// The families of runs of a program with so many choice points.
fn families(places: usize, truths: bool) -> Vec<RunFamily> {
    let family = |ranks: Vec<usize>, rest: usize, numbers: &[Number]| {
        let rules = Rules { ranks, rest };
        RunFamily { rules, numbers: numbers.to_vec(), tried: 0, waits: false }
    };
    let everywhere = |n: Number| {
        // Three rules for truth values, each with the same numbers.
        (0..if truths { 3 } else { 1 }).map(move |rest| (rest, [n; 3]))
    };
    if places == 0 {
        return vec![family(vec![], 0, &[Number::Always(0)])];
    }
    let mut families: Vec<RunFamily> = vec![];
    families.extend(everywhere(Number::Times(1)).map(|(rest, n)| family(vec![], rest, &n)));
    let alone = 0..if places > 1 { places.min(ALONE) } else { 0 };
    for (at, other) in alone.flat_map(|at| [(at, 0), (at, 1)]) {
        let ranks = (0..places).map(|place| usize::from(place != at)).collect();
        families.push(family(ranks, 1, &[Number::Times(1), Number::Always(other)]));
    }
    families.extend(everywhere(Number::Times(-1)).map(|(rest, n)| family(vec![], rest, &n)));
    families
}

#[cfg(test)]
mod tests {
    use super::super::simulate::Simulation;
    use super::*;
    use crate::may_take;
    use hornbook_base::Budget;
    use hornbook_lang::interp::{ListedChoices, RecordingLimits, Value, run_to_failure_shortened};
    use hornbook_lang::{Options, front_end};

    /// The candidate for a program's first assertion within the limits, and the program.
    fn found(text: &str, limits: SimulationLimits) -> (TypedProgram, Option<Candidate>) {
        let program = front_end(text, Options::default()).0.expect(text);
        let mut simulation = Simulation::new(&program, limits);
        let wanted = [AssertId(0)].into();
        while !simulation.is_over() {
            let candidate = simulation.step(&program, &wanted, &mut Budget::steps(10_000));
            if candidate.is_some() {
                return (program, candidate);
            }
        }
        (program, None)
    }

    /// The steps of the failing run of a program, by the interpreter.
    fn steps(text: &str) -> usize {
        let limits = SimulationLimits::default();
        let (program, candidate) = found(text, limits);
        let candidate = candidate.expect(text);
        let mut choices = ListedChoices::new(candidate.choices.clone());
        let how = RecordingLimits { whole: 100, ends: 20, most: may_take(&candidate) };
        let trace = run_to_failure_shortened(&program, &mut choices, AssertId(0), &how);
        assert!(trace.failed.iter().any(|(id, _)| *id == AssertId(0)), "{text}");
        trace.gap.map_or(0, |gap| gap.steps) + trace.steps.len()
    }

    #[test]
    fn failures_of_late_rounds_are_those_of_the_interpreter() {
        for (text, least) in [
            (
                "int n = nondet(); int s = 0; for (int i = 0; i < n; i++) { s += i; assert(s < 500000); }",
                4_000,
            ),
            (
                "int x = 0, y = 0; while (x < 1000000) { x++; if (x == 100000) y = 1; assert(y == 0); }",
                300_000,
            ),
            (
                "int c = 0; for (int i = 0; i < 700; i++) { for (int j = 0; j < 700; j++) { c++; } } assert(c < 490000);",
                1_000_000,
            ),
            (
                "int a[]; int n = nondet(); for (int i = 0; i < n; i++) { a[i % 10] = i; assert(i < 10 || a[7] != 200007); }",
                800_000,
            ),
            (
                "int f(int x) { return x + 2; } int n = nondet(); int x = 0; for (int i = 0; i < n; i++) { x = f(x); assert(x != 200000); }",
                600_000,
            ),
            (
                "int n = nondet(); assume(n < 0); int x = n; while (x < 0) { x++; } assert(n > -200000);",
                400_000,
            ),
        ] {
            assert!(steps(text) > least, "{text}");
        }
    }

    #[test]
    fn a_number_that_is_large_enough_is_not_much_too_large() {
        let text = "int n = nondet(); int x = 0; for (int i = 0; i < n; i++) { x += 3; } assert(x < 30000000);";
        let (_, candidate) = found(text, SimulationLimits::default());
        let candidate = candidate.expect(text);
        let [Value::Int(n)] = candidate.choices.as_slice() else { panic!("{candidate:?}") };
        let n = n.to_i64().expect("a small number");
        assert!((10_000_000..11_000_000).contains(&n), "{n}");
    }

    #[test]
    fn right_programs_have_no_late_failures() {
        let limits = SimulationLimits { doubled: 20_000_000, ..SimulationLimits::default() };
        for text in [
            "int n = nondet(); int s = 0; for (int i = 0; i < n; i++) { s += i; assert(s >= 0); }",
            "int x = 0, y = 0; while (x < 1000000) { x++; if (x == 1000001) y = 1; assert(y == 0); }",
            "int c = 0; for (int i = 0; i < 700; i++) { for (int j = 0; j < 700; j++) { c++; } } assert(c <= 490000);",
            "int n = nondet(); int x = n; while (x > 0) { x = x / 2; } assert(x <= 0);",
            // Machine words do not wrap around.
            "int n = nondet(); int x = 1; for (int i = 0; i < n; i++) { x = x * 3; } assert(x > 0);",
            "int n = nondet(); assume(n > 0); int x = n * n * n * n; assert(x >= n);",
        ] {
            assert!(found(text, limits).1.is_none(), "{text}");
        }
    }
}
