//! Runs of many millions of steps: the first and the last ones are recorded, and what became of the variables between.
//!
//! Where the last steps begin is known only at the end. So copies of the machine are kept on the way, and the run goes
//! on once more from one of them.

use super::aside::{Aside, Places};
use super::trace::{Change, Gap, StepKind, StepRecord, Trace};
use super::{Choices, Machine, Status};
use crate::typed::{AssertId, Program, VarId};

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
    let mut run = Shortened::new(choices.clone(), target, *how);
    while !run.step(program, &mut { usize::MAX }) {}
    let (trace, used) = run.finish();
    choices.clone_from(&used);
    trace
}

/// Such a run in pieces: what it comes to does not depend on how it is cut.
pub struct Shortened<C> {
    target: AssertId,
    how: Shortening,
    first: C,
    trace: Trace,
    phase: Phase<C>,
}

/// How far it is.
enum Phase<C> {
    New,
    There(Box<There<C>>),
    /// From an earlier moment on the way to the last steps, of which the first has this number.
    Again(Box<Kept<C>>, usize),
    /// The choices as they were then.
    Over(C),
}

/// On the way to the failure.
struct There<C> {
    now: Kept<C>,
    /// Two earlier moments, and how many steps there are at the next one.
    earlier: Kept<C>,
    kept: Kept<C>,
    next: usize,
}

impl<C: Choices + Clone> Shortened<C> {
    /// A run that begins.
    pub fn new(choices: C, target: AssertId, how: Shortening) -> Shortened<C> {
        Shortened { target, how, first: choices, trace: Trace::default(), phase: Phase::New }
    }

    /// Goes on for about `most` steps and takes off what it made; whether it is over. Its ends are made in one piece.
    /// The program is the same each time.
    pub fn step(&mut self, program: &Program, most: &mut usize) -> bool {
        let places = Places::of(program);
        while *most > 0 {
            let next = match std::mem::replace(&mut self.phase, Phase::New) {
                Phase::New => self.begin(program, &places, most),
                Phase::There(there) => self.there(*there, &places, most),
                Phase::Again(from, first) => self.again(*from, first, &places, most),
                Phase::Over(choices) => {
                    self.phase = Phase::Over(choices);
                    return true;
                }
            };
            self.phase = next.unwrap_or_else(|| {
                // It is no run of this program.
                self.trace = Trace::default();
                Phase::Over(self.first.clone())
            });
        }
        matches!(self.phase, Phase::Over(_))
    }

    /// What was recorded, and the choices at the end.
    pub fn finish(self) -> (Trace, C) {
        match self.phase {
            Phase::Over(choices) => (self.trace, choices),
            _ => (self.trace, self.first),
        }
    }

    /// The first steps.
    fn begin<'p>(
        &mut self,
        program: &'p Program,
        places: &Places<'p>,
        most: &mut usize,
    ) -> Option<Phase<C>> {
        let Shortened { target, how, trace, .. } = self;
        let (mut machine, mut choices) = (Machine::new(program), self.first.clone());
        let early = how.whole.saturating_sub(how.ends).max(how.ends).min(how.most);
        let mut over = record(&mut machine, &mut choices, *target, trace, early);
        let kept = (machine.clone(), choices.clone());
        let whole = how.whole.min(how.most);
        over = over || record(&mut machine, &mut choices, *target, trace, whole);
        *most = most.saturating_sub(trace.steps.len());
        if over || how.most <= how.whole {
            return Some(Phase::Over(choices));
        }
        let later = trace.steps.split_off(how.ends.min(early));
        trace.failed.retain(|(_, step)| *step < trace.steps.len());
        let (before, behind) = later.split_at(early - trace.steps.len());
        let mut middle = Middle::behind(&trace.steps);
        before.iter().for_each(|step| middle.pass(step));
        let kept = Moment { machine: kept.0, choices: kept.1, middle: middle.clone() };
        let kept = kept.aside(places)?;
        behind.iter().for_each(|step| middle.pass(step));
        let now = Moment { machine, choices, middle };
        let next = now.steps();
        let now = now.aside(places)?;
        Some(Phase::There(Box::new(There { now, earlier: kept.clone(), kept, next })))
    }

    /// Goes on to the failure.
    fn there(
        &mut self,
        mut there: There<C>,
        places: &Places<'_>,
        most: &mut usize,
    ) -> Option<Phase<C>> {
        let mut now = there.now.again(places)?;
        let mut over = false;
        while !over && now.steps() < self.how.most {
            if *most == 0 {
                let now = now.aside(places)?;
                return Some(Phase::There(Box::new(There { now, ..there })));
            }
            if now.steps() >= there.next {
                let kept = now.clone().aside(places)?;
                there.earlier = std::mem::replace(&mut there.kept, kept);
                there.next = now.steps() + (now.steps() / 4).max(self.how.whole);
            }
            over = now.pass(self.target);
            *most -= 1;
        }
        let first = now.steps().saturating_sub(self.how.ends);
        let from = if there.kept.steps() <= first { there.kept } else { there.earlier };
        Some(Phase::Again(Box::new(from), first))
    }

    /// Goes to the last steps and records them.
    fn again(
        &mut self,
        from: Kept<C>,
        first: usize,
        places: &Places<'_>,
        most: &mut usize,
    ) -> Option<Phase<C>> {
        let mut from = from.again(places)?;
        let mut over = false;
        while !over && from.steps() < first {
            if *most == 0 {
                return Some(Phase::Again(Box::new(from.aside(places)?), first));
            }
            over = from.pass(self.target);
            *most -= 1;
        }
        self.trace.gap = Some(from.middle.up_to(&from.machine));
        let steps = self.trace.steps.len() + self.how.ends;
        record(&mut from.machine, &mut from.choices, self.target, &mut self.trace, steps);
        *most = most.saturating_sub(self.how.ends);
        Some(Phase::Over(from.choices))
    }
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
struct Moment<M, C> {
    machine: M,
    choices: C,
    middle: Middle,
}

/// The same beside the program.
type Kept<C> = Moment<Aside, C>;

impl<M, C> Moment<M, C> {
    /// The steps so far.
    fn steps(&self) -> usize {
        self.middle.gap.after + self.middle.gap.steps
    }
}

impl<C> Moment<Aside, C> {
    fn again<'p>(self, places: &Places<'p>) -> Option<Moment<Machine<'p>, C>> {
        let Moment { machine, choices, middle } = self;
        Some(Moment { machine: machine.again(places)?, choices, middle })
    }
}

impl<'p, C: Choices> Moment<Machine<'p>, C> {
    fn aside(self, places: &Places<'p>) -> Option<Kept<C>> {
        let Moment { machine, choices, middle } = self;
        Some(Moment { machine: machine.aside(places)?, choices, middle })
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

#[cfg(test)]
mod tests {
    use super::super::{ListedChoices, Value, run_to_failure};
    use super::*;
    use crate::{Options, front_end};
    use hornbook_base::Int;

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
    fn pieces_of_a_run_are_those_of_the_whole_run() {
        for (n, text) in (0..25).flat_map(|n| PROGRAMS.map(|text| (n, text))) {
            let program = front_end(text, Options::default()).0.expect(text);
            for (assert, piece) in (0..program.asserts.len()).zip([1, 7, 64]) {
                let target = AssertId(assert as u32);
                let choices = ListedChoices::new(vec![Value::Int(Int::from(n))]);
                let mut used = choices.clone();
                let whole = run_to_failure_in_short(&program, &mut used, target, &HOW);
                let mut run = Shortened::new(choices, target, HOW);
                while !run.step(&program, &mut { piece }) {}
                let (trace, choices) = run.finish();
                assert_eq!((trace, choices.made()), (whole, used.made()), "{text} {n}");
            }
        }
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
