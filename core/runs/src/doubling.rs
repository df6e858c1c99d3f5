//! Long runs on machine words, for failures in the millionth round of a loop.
//!
//! Numbers that are chosen double from run to run, so one that is large enough is soon reached. Nobody knows how long a
//! run is worth it: in a first round all may be fairly short, in the next one eight times as long. A run that does not
//! end in its time waits for the next round, and so do those with larger numbers of its kind: their loops would not end
//! either. Once a run fails, smaller numbers are tried as well, as a short run says more.

use super::compiled::{Compiled, Machine, Stop};
use super::rules::{Chosen, Places, Ruled, Rules};
use crate::Candidate;
use hornbook_base::Int;
use hornbook_lang::typed::{AssertId, TypedProgram};
use hornbook_settings::LikelyRuns;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Instructions of one turn.
const TURN: u64 = 2_000_000;
/// How much longer runs may be in each round.
const LONGER: u64 = 8;
/// Places that get large numbers alone.
const ALONE: usize = 3;
/// Powers of two that are tried: smaller numbers had their turn before.
const POWERS: std::ops::Range<u32> = 4..40;

/// Runs that differ in one number only.
struct Kind {
    rules: Rules,
    /// What is chosen by the rules: the number with a factor, or always the same.
    numbers: Vec<Number>,
    /// How many numbers were tried.
    tried: usize,
    /// Whether a run waits for the next round.
    waits: bool,
}

#[derive(Clone, Copy)]
enum Number {
    Times(i64),
    Always(i64),
}

/// A run that is being made.
struct Attempt {
    machine: Machine,
    chosen: Chosen,
    used: u64,
    /// How many instructions it may make.
    most: u64,
}

/// The search for a smaller number with which a run fails.
struct Smaller {
    /// The largest one tried with which none does, and the smallest one with which one does.
    below: i64,
    fails: i64,
    best: Candidate,
    /// Instructions of the best run, and of all attempts.
    used: u64,
    spent: u64,
}

/// The search; it is over after a number of instructions that does not depend on the program.
pub(super) struct Doubling {
    program: Rc<Compiled>,
    limits: LikelyRuns,
    /// Whether truth values are chosen.
    truths: bool,
    sizes: Vec<i64>,
    /// Made when the places are known.
    kinds: Option<Vec<Kind>>,
    at: usize,
    /// Instructions of a run in this round.
    round: u64,
    left: u64,
    now: Option<Attempt>,
    smaller: Option<Smaller>,
    /// Assertions for which a run was told, whatever became of it.
    told: BTreeSet<AssertId>,
    found: Vec<Candidate>,
}

impl Doubling {
    pub(super) fn new(
        program: Rc<Compiled>,
        truths: bool,
        literals: &BTreeSet<Int>,
        limits: &LikelyRuns,
        left: u64,
    ) -> Doubling {
        let near =
            |n: &Int| n.abs().to_i64().map(|n| [n.saturating_sub(1), n, n.saturating_add(1)]);
        let near = literals.iter().take(limits.literals).filter_map(near).flatten();
        let powers = POWERS.map(|power| 1 << power);
        let sizes: BTreeSet<i64> = powers.chain(near.filter(|n| *n >= 1 << POWERS.start)).collect();
        Doubling {
            program,
            limits: limits.clone(),
            truths,
            sizes: sizes.into_iter().collect(),
            kinds: None,
            at: 0,
            round: limits.doubled_first,
            left,
            now: None,
            smaller: None,
            told: BTreeSet::new(),
            found: vec![],
        }
    }

    /// Whether the round of fairly short runs is over, and nothing is found yet.
    pub(super) fn is_long(&self) -> bool {
        self.round > self.limits.doubled_first && self.smaller.is_none()
    }

    /// What was found since the last call.
    pub(super) fn found(&mut self) -> Vec<Candidate> {
        std::mem::take(&mut self.found)
    }

    /// Makes a part of a run; the instructions that it took, `None` if the search is over.
    pub(super) fn turn(
        &mut self,
        program: &TypedProgram,
        wanted: &BTreeSet<AssertId>,
        places: &mut Places,
    ) -> Option<u64> {
        let truths = self.truths;
        let kinds = self.kinds.get_or_insert_with(|| kinds(places.len(), truths));
        if kinds.is_empty() || self.left == 0 || wanted.iter().all(|id| self.told.contains(id)) {
            return None;
        }
        if self.now.is_none() && !self.begin() {
            return None;
        }
        let mut now = self.now.take()?;
        let most = TURN.min(self.left).min(now.most - now.used);
        let mut left = most;
        let mut choices = Ruled { places, chosen: &mut now.chosen };
        let is_wanted = |id| wanted.contains(&id) && !self.told.contains(&id);
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

    /// Begins the next run; false if there is none.
    fn begin(&mut self) -> bool {
        if let Some(smaller) = &self.smaller {
            let size = smaller.below + (smaller.fails - smaller.below) / 2;
            self.now = Some(self.attempt(size, smaller.used + smaller.used / 8 + 1_000));
            return true;
        }
        // Round after round, until no kind has anything more to try.
        for _ in 0..2 {
            let kinds = self.kinds.iter().flatten().enumerate().skip(self.at);
            let next = kinds.filter(|(_, kind)| !kind.waits && kind.tried < self.sizes.len());
            if let Some((at, kind)) = next.map(|(at, kind)| (at, kind.tried)).next() {
                self.at = at;
                self.now = Some(self.attempt(self.sizes[kind], self.round));
                return true;
            }
            let longest = self.longest();
            // What is left must suffice for longer runs than those before.
            if self.round >= longest.min(self.left) {
                return false;
            }
            (self.at, self.round) = (0, self.round.saturating_mul(LONGER).min(longest));
            self.kinds.iter_mut().flatten().for_each(|kind| kind.waits = false);
        }
        false
    }

    /// Instructions that one run may take: if there is no other one, as no run so far has chosen anything, about as many as
    /// the interpreter may take to see it fail.
    fn longest(&self) -> u64 {
        let is_fixed = |kind: &Kind| kind.numbers.iter().all(|n| matches!(n, Number::Always(_)));
        match self.kinds.as_deref() {
            Some([only]) if is_fixed(only) => self.limits.replayed as u64,
            _ => self.limits.doubled_run,
        }
    }

    /// A run of the present kind with a number.
    fn attempt(&self, size: i64, most: u64) -> Attempt {
        let kind = self.kinds.as_ref().and_then(|kinds| kinds.get(self.at));
        let number = |number: &Number| match number {
            Number::Times(factor) => Int::from(*factor * size),
            Number::Always(n) => Int::from(*n),
        };
        let numbers: Vec<Int> = kind.iter().flat_map(|k| &k.numbers).map(number).collect();
        let rules = kind.map(|kind| kind.rules.clone()).unwrap_or_default();
        let chosen = Chosen::new(&numbers, rules, self.limits.cells);
        Attempt { machine: Machine::new(&self.program), chosen, used: 0, most }
    }

    /// What follows from how a run ended.
    fn end(&mut self, run: Attempt, stop: Stop) {
        if let Some(smaller) = self.smaller.take() {
            return self.compare(smaller, run, stop);
        }
        let sizes = self.sizes.len();
        let Some(kind) = self.kinds.as_mut().and_then(|kinds| kinds.get_mut(self.at)) else {
            return;
        };
        match stop {
            Stop::Failed(assert) => {
                let (fails, used) = (self.sizes[kind.tried], run.used);
                let below = kind.tried.checked_sub(1).map_or(0, |before| self.sizes[before]);
                let depends = kind.numbers.iter().any(|n| matches!(n, Number::Times(_)));
                let below = if depends { below } else { fails };
                let best = candidate(assert, run);
                self.go_below(Smaller { below, fails, best, used, spent: 0 });
            }
            Stop::More => kind.waits = true,
            // All runs are the same where nothing depends on the number; and larger ones are too large as well.
            Stop::GivenUp => kind.tried = sizes,
            Stop::Done => {
                let depends = kind.numbers.iter().any(|n| matches!(n, Number::Times(_)));
                kind.tried = if depends { kind.tried + 1 } else { sizes };
            }
        }
    }

    /// A run with a smaller number has ended.
    fn compare(&mut self, mut smaller: Smaller, run: Attempt, stop: Stop) {
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

    /// Looks for smaller numbers as long as this is cheap, and tells what was found.
    fn go_below(&mut self, smaller: Smaller) {
        let cheap = smaller.spent < TURN + 4 * smaller.used && self.left > 0;
        if smaller.fails - smaller.below > 1 && cheap {
            self.smaller = Some(smaller);
        } else {
            self.told.insert(smaller.best.assert);
            self.found.push(smaller.best);
        }
    }
}

/// The run of an attempt that failed. The interpreter makes about as many steps as these are instructions.
fn candidate(assert: AssertId, run: Attempt) -> Candidate {
    let steps = usize::try_from(run.used).ok().map(|used| used.saturating_mul(2));
    Candidate { assert, choices: run.chosen.made, steps }
}

/// The kinds of runs of a program with so many places.
fn kinds(places: usize, truths: bool) -> Vec<Kind> {
    let kind = |ranks: Vec<usize>, rest: usize, numbers: &[Number]| {
        let rules = Rules { ranks, rest };
        Kind { rules, numbers: numbers.to_vec(), tried: 0, waits: false }
    };
    let everywhere = |n: Number| {
        // A rule for truth values each, all with the same numbers.
        (0..if truths { 3 } else { 1 }).map(move |rest| (rest, [n; 3]))
    };
    if places == 0 {
        return vec![kind(vec![], 0, &[Number::Always(0)])];
    }
    let mut kinds: Vec<Kind> = vec![];
    kinds.extend(everywhere(Number::Times(1)).map(|(rest, n)| kind(vec![], rest, &n)));
    let alone = 0..if places > 1 { places.min(ALONE) } else { 0 };
    for (at, other) in alone.flat_map(|at| [(at, 0), (at, 1)]) {
        let ranks = (0..places).map(|place| usize::from(place != at)).collect();
        kinds.push(kind(ranks, 1, &[Number::Times(1), Number::Always(other)]));
    }
    kinds.extend(everywhere(Number::Times(-1)).map(|(rest, n)| kind(vec![], rest, &n)));
    kinds
}

#[cfg(test)]
mod tests {
    use super::super::simulate::Simulation;
    use super::*;
    use crate::may_take;
    use hornbook_base::Budget;
    use hornbook_lang::interp::{ListedChoices, RecordingLimits, Value, run_to_failure_shortened};
    use hornbook_lang::{Options, front_end};
    use hornbook_settings::Settings;

    /// What is found of a program's first assertion within the limits, and the program.
    fn found(text: &str, limits: &LikelyRuns) -> (TypedProgram, Option<Candidate>) {
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
        let limits = Settings::default().likely;
        let (program, candidate) = found(text, &limits);
        let candidate = candidate.expect(text);
        let mut choices = ListedChoices::new(candidate.choices.clone());
        let how = RecordingLimits { whole: 100, ends: 20, most: may_take(&candidate, &limits) };
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
        let (_, candidate) = found(text, &Settings::default().likely);
        let candidate = candidate.expect(text);
        let [Value::Int(n)] = candidate.choices.as_slice() else { panic!("{candidate:?}") };
        let n = n.to_i64().expect("a small number");
        assert!((10_000_000..11_000_000).contains(&n), "{n}");
    }

    #[test]
    fn right_programs_have_no_late_failures() {
        let limits = LikelyRuns { doubled: 20_000_000, ..Settings::default().likely };
        for text in [
            "int n = nondet(); int s = 0; for (int i = 0; i < n; i++) { s += i; assert(s >= 0); }",
            "int x = 0, y = 0; while (x < 1000000) { x++; if (x == 1000001) y = 1; assert(y == 0); }",
            "int c = 0; for (int i = 0; i < 700; i++) { for (int j = 0; j < 700; j++) { c++; } } assert(c <= 490000);",
            "int n = nondet(); int x = n; while (x > 0) { x = x / 2; } assert(x <= 0);",
            // Words of the machine do not go round.
            "int n = nondet(); int x = 1; for (int i = 0; i < n; i++) { x = x * 3; } assert(x > 0);",
            "int n = nondet(); assume(n > 0); int x = n * n * n * n; assert(x >= n);",
        ] {
            assert!(found(text, &limits).1.is_none(), "{text}");
        }
    }
}
