//! Runs of many millions of steps: the first and the last ones are recorded, and what became of the variables between.
//!
//! Where the last steps begin is known only at the end. So copies of the machine are kept on the way, and the run goes
//! on once more from one of them.

use super::trace::{Change, Gap, StepKind, StepRecord, Trace};
use super::{Choices, Machine, Status};
use crate::lang::typed::{AssertId, Program, VarId};

/// How many choices, and cells of them, are told of the middle of a run.
const NEEDS: usize = 1_000;

/// How much of a run is recorded.
#[derive(Clone, Copy, Debug)]
pub struct Shortening {
    /// Runs with so many steps are recorded as a whole.
    pub whole: usize,
    /// Of longer ones, so many steps at the beginning and at the end; less than half of the whole.
    pub ends: usize,
    /// When a run is given up.
    pub most: usize,
}

/// Runs a program until an assertion fails, as [`super::run_to_failure`] does, and leaves out the middle of a long run.
pub fn run_to_failure_in_short<C: Choices + Clone>(
    program: &Program,
    choices: &mut C,
    target: AssertId,
    how: &Shortening,
) -> Trace {
    let (mut machine, mut trace) = (Machine::new(program), Trace::default());
    let early = how.whole.saturating_sub(how.ends).max(how.ends).min(how.most);
    if record(&mut machine, choices, target, &mut trace, early) {
        return trace;
    }
    let kept = (machine.clone(), choices.clone());
    if record(&mut machine, choices, target, &mut trace, how.whole.min(how.most)) {
        return trace;
    }
    if how.most <= how.whole {
        return trace;
    }
    let later = trace.steps.split_off(how.ends.min(early));
    trace.failed.retain(|(_, step)| *step < trace.steps.len());
    let (before, behind) = later.split_at(early - trace.steps.len());
    let mut middle = Middle::behind(&trace.steps);
    before.iter().for_each(|step| middle.pass(step));
    let kept = Moment { machine: kept.0, choices: kept.1, middle: middle.clone() };
    behind.iter().for_each(|step| middle.pass(step));
    let now = Moment { machine, choices: choices.clone(), middle };
    *choices = finish(last_steps(kept, now, target, how), target, how, &mut trace);
    trace
}

/// Records up to so many steps in all; whether the run is over.
fn record(
    machine: &mut Machine<'_>,
    choices: &mut dyn Choices,
    target: AssertId,
    trace: &mut Trace,
    steps: usize,
) -> bool {
    while trace.steps.len() < steps {
        let status = machine.step(choices);
        if let Some(step) = machine.last_step() {
            let failed = fails(step);
            trace.steps.push(step.clone());
            trace.failed.extend(failed.map(|id| (id, trace.steps.len() - 1)));
            if failed == Some(target) {
                return true;
            }
        }
        if let Status::Done(end) = status {
            trace.end = Some(end);
            return true;
        }
    }
    false
}

/// The assertion that fails in a step.
fn fails(step: &StepRecord) -> Option<AssertId> {
    match step.kind {
        StepKind::Assert { id, value: Some(false) } => Some(id),
        _ => None,
    }
}

/// What is known of the steps that are left out.
#[derive(Clone, Default)]
struct Middle {
    gap: Gap,
}

impl Middle {
    /// Behind these steps.
    fn behind(steps: &[StepRecord]) -> Middle {
        let mut middle = Middle::default();
        steps.iter().for_each(|step| middle.follow(step));
        middle.gap.after = steps.len();
        middle.gap.around = middle.gap.calls.len();
        middle.gap.calls.clear();
        middle
    }

    /// Follows the calls that a run is inside of.
    fn follow(&mut self, step: &StepRecord) {
        match step.kind {
            StepKind::Call(_) => {
                // An array is called what the caller calls it, so its value does not matter.
                let given = step.changes.iter().filter(|change| !change.value.is_array());
                let changes = given.cloned().collect();
                let call = StepRecord { changes, ..StepRecord::at(step.span, step.kind.clone()) };
                self.gap.calls.push(call);
            }
            StepKind::Leave(_) if self.gap.calls.pop().is_none() => {
                self.gap.around = self.gap.around.saturating_sub(1);
            }
            _ => {}
        }
    }

    /// Takes note of a step that is left out.
    fn pass(&mut self, step: &StepRecord) {
        self.follow(step);
        self.gap.steps += 1;
        if !step.chosen.is_empty() {
            self.gap.choosing.push(step.clone());
        }
        for need in &step.needs {
            if self.gap.needs.len() < NEEDS {
                self.gap.needs.insert(need.clone());
            } else if !self.gap.needs.contains(need) {
                self.gap.more_needs = true;
            }
        }
    }

    /// The gap up to this moment.
    fn up_to(mut self, machine: &Machine<'_>) -> Gap {
        let vars = (0..machine.program.vars.len() as u32).map(VarId);
        for var in vars {
            match machine.value(var).cloned() {
                Some(value) => self.gap.changes.push(Change { var, indices: vec![], value }),
                None => self.gap.left.push(var),
            }
        }
        self.gap
    }
}

/// A run that can be gone on with.
#[derive(Clone)]
struct Moment<'p, C> {
    machine: Machine<'p>,
    choices: C,
    middle: Middle,
}

impl<C: Choices> Moment<'_, C> {
    /// The steps so far.
    fn steps(&self) -> usize {
        self.middle.gap.after + self.middle.gap.steps
    }

    /// Takes a step that is left out; whether that was the end.
    fn pass(&mut self, target: AssertId) -> bool {
        let status = self.machine.step(&mut self.choices);
        let mut failed = None;
        if let Some(step) = self.machine.last_step() {
            self.middle.pass(step);
            failed = fails(step);
        }
        failed == Some(target) || status != Status::Running
    }
}

/// The moment before the last steps of a run. `kept` is one before `now`.
fn last_steps<'p, C: Choices + Clone>(
    kept: Moment<'p, C>,
    mut now: Moment<'p, C>,
    target: AssertId,
    how: &Shortening,
) -> Moment<'p, C> {
    let (mut earlier, mut kept) = (kept.clone(), kept);
    let mut next = now.steps();
    let mut over = false;
    while !over && now.steps() < how.most {
        if now.steps() >= next {
            earlier = std::mem::replace(&mut kept, now.clone());
            next = now.steps() + (now.steps() / 4).max(how.whole);
        }
        over = now.pass(target);
    }
    let first = now.steps().saturating_sub(how.ends);
    let mut from = if kept.steps() <= first { kept } else { earlier };
    while from.steps() < first && !from.pass(target) {}
    from
}

/// Records the last steps; the choices as they are then.
fn finish<C: Choices>(
    mut from: Moment<'_, C>,
    target: AssertId,
    how: &Shortening,
    trace: &mut Trace,
) -> C {
    trace.gap = Some(from.middle.up_to(&from.machine));
    let steps = trace.steps.len() + how.ends;
    record(&mut from.machine, &mut from.choices, target, trace, steps);
    from.choices
}

#[cfg(test)]
mod tests {
    use super::super::{ListedChoices, Value, run_to_failure};
    use super::*;
    use crate::base::Int;
    use crate::lang::{Options, front_end};

    const HOW: Shortening = Shortening { whole: 50, ends: 10, most: 100_000 };

    const PROGRAMS: [&str; 4] = [
        "int n = nondet(); int s = 0; int a[]; for (int i = 0; i < n; i++) { s += i; a[i % 7] = s; int t = s; \
         if (t % 2 == 0) { bool b = nondet(); if (b) t++; } } assert(s == 0);",
        "int f(int x) { int y = x; while (y > 0) { y--; } return y; } int n = nondet(); int r = 0; \
         for (int i = 0; i < n; i++) { r = f(i) + i; } assert(r < 0);",
        "int down(int x) { int y = 0; if (x > 0) { y = down(x - 1); y = y + 1; } assert(y != 0); return y; } \
         int n = nondet(); int y = down(n); assert(y < 0);",
        "void g(int n) { int x = 0; while (x < n) { x++; } assert(x == 0); } int n = nondet(); int z = 5; \
         for (int i = 0; i < n; i++) { z = z + 1; } g(n);",
    ];

    /// The recorded steps are those of the whole run, and the state behind the gap is the right one.
    #[test]
    fn both_ends_are_those_of_the_whole_run() {
        let mut gaps = 0;
        for text in PROGRAMS {
            let program = front_end(text, Options::default()).0.expect(text);
            for (n, assert) in (0..60).flat_map(|n| (0..program.asserts.len()).map(move |a| (n, a)))
            {
                let target = AssertId(assert as u32);
                let choices = ListedChoices::new(vec![Value::Int(Int::from(n))]);
                let whole = run_to_failure(&program, &mut choices.clone(), target, HOW.most);
                let mut used = choices.clone();
                let short = run_to_failure_in_short(&program, &mut used, target, &HOW);
                assert_eq!(short.end, whole.end);
                let Some(gap) = &short.gap else {
                    assert_eq!(short, whole);
                    continue;
                };
                gaps += 1;
                assert_eq!(gap.steps + short.steps.len(), whole.steps.len(), "{text} {n}");
                assert_eq!(short.steps.len(), 2 * HOW.ends, "{text} {n}");
                assert_eq!(short.steps[..HOW.ends], whole.steps[..HOW.ends]);
                assert_eq!(short.steps[HOW.ends..], whole.steps[whole.steps.len() - HOW.ends..]);
                for back in 0..HOW.ends {
                    let states = [&short, &whole].map(|t| t.state_after(t.steps.len() - 1 - back));
                    assert_eq!(states[0], states[1], "{text} {n}");
                }
                let fails = |trace: &Trace| trace.failed.iter().any(|(id, _)| *id == target);
                assert_eq!(fails(&short), fails(&whole));
            }
        }
        assert!(gaps > 100, "{gaps}");
    }

    #[test]
    fn a_run_that_takes_too_long_is_given_up() {
        let text = "int n = nondet(); int s = 0; while (true) { s++; } assert(s == 0);";
        let program = front_end(text, Options::default()).0.expect(text);
        let mut choices = ListedChoices::default();
        let trace = run_to_failure_in_short(&program, &mut choices, AssertId(0), &HOW);
        let steps = trace.gap.map_or(0, |gap| gap.steps) + trace.steps.len();
        assert_eq!((steps, trace.end, trace.failed), (HOW.most, None, vec![]));
    }
}
