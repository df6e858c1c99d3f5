//! Runs of many millions of steps: the first and the last ones are recorded, and the changes of variables
//! between.
//!
//! The run knows where the last steps begin only at its end. So it keeps copies of the machine on the way,
//! and goes on once more from one of them.

use super::suspend::{StmtIndex, SuspendedMachine};
use super::trace::{Change, StepGap, StepKind, StepRecord, Trace};
use super::{Choices, Machine, Status};
use crate::typed::{AssertId, TypedProgram, VarId};

/// The largest number of needs of choices recorded for the omitted steps.
const NEEDS: usize = 1_000;

/// Cells whose reading counts as one more step.
const READS: usize = 4;

/// Limits on the recording of a run.
#[derive(Clone, Copy, Debug)]
pub struct RecordingLimits {
    /// The longest run that is recorded as a whole.
    pub whole: usize,
    /// The number of steps recorded at the beginning and at the end of a longer run; less than half of the
    /// whole.
    pub ends: usize,
    /// The number of steps after which a run is given up.
    pub most: usize,
}

/// Runs a program until an assertion fails, as [`super::run_to_failure`] does, and omits the
/// middle of a long run.
pub fn run_to_failure_shortened<C: Choices + Clone>(
    program: &TypedProgram,
    choices: &mut C,
    target: AssertId,
    how: &RecordingLimits,
) -> Trace {
    let mut run = ShortenedRun::new(choices.clone(), target, *how);
    while !run.step(program, &mut { usize::MAX }) {}
    let (trace, used) = run.finish();
    choices.clone_from(&used);
    trace
}

/// A shortened run in slices: the result does not depend on how it is cut.
pub struct ShortenedRun<C> {
    target: AssertId,
    how: RecordingLimits,
    first: C,
    trace: Trace,
    phase: RunPhase<C>,
}

/// The phase of a shortened run.
enum RunPhase<C> {
    New,
    Forward(Box<ForwardRun<C>>),
    /// From an earlier checkpoint to the last steps, the first of which has this number.
    Again(Box<SuspendedCheckpoint<C>>, usize),
    /// The choices at the end.
    Over(C),
}

/// The run to the failure.
struct ForwardRun<C> {
    now: SuspendedCheckpoint<C>,
    /// Two earlier checkpoints, and the number of steps at the next one.
    earlier: SuspendedCheckpoint<C>,
    kept: SuspendedCheckpoint<C>,
    next: usize,
}

impl<C: Choices + Clone> ShortenedRun<C> {
    /// A run that begins.
    pub fn new(choices: C, target: AssertId, how: RecordingLimits) -> ShortenedRun<C> {
        ShortenedRun { target, how, first: choices, trace: Trace::default(), phase: RunPhase::New }
    }

    /// Goes on for about `most` steps and subtracts those taken; returns whether the run is over. Its ends
    /// are recorded in one piece. The program is the same each time.
    pub fn step(&mut self, program: &TypedProgram, most: &mut usize) -> bool {
        let index = StmtIndex::for_program(program);
        while *most > 0 {
            let next = match std::mem::replace(&mut self.phase, RunPhase::New) {
                RunPhase::New => self.begin(program, &index, most),
                RunPhase::Forward(there) => self.run_forward(*there, &index, most),
                RunPhase::Again(from, first) => self.again(*from, first, &index, most),
                RunPhase::Over(choices) => {
                    self.phase = RunPhase::Over(choices);
                    return true;
                }
            };
            self.phase = next.unwrap_or_else(|| {
                // It is no run of this program.
                self.trace = Trace::default();
                RunPhase::Over(self.first.clone())
            });
        }
        matches!(self.phase, RunPhase::Over(_))
    }

    /// The recorded trace, and the choices at the end.
    pub fn finish(self) -> (Trace, C) {
        match self.phase {
            RunPhase::Over(choices) => (self.trace, choices),
            _ => (self.trace, self.first),
        }
    }

    /// Records the first steps.
    fn begin<'p>(
        &mut self,
        program: &'p TypedProgram,
        index: &StmtIndex<'p>,
        most: &mut usize,
    ) -> Option<RunPhase<C>> {
        let ShortenedRun { target, how, trace, .. } = self;
        let (mut machine, mut choices) = (Machine::new(program), self.first.clone());
        let early = how.whole.saturating_sub(how.ends).max(how.ends).min(how.most);
        let mut over = record(&mut machine, &mut choices, *target, trace, early);
        let kept = (machine.clone(), choices.clone());
        let whole = how.whole.min(how.most);
        over = over || record(&mut machine, &mut choices, *target, trace, whole);
        *most = most.saturating_sub(trace.steps.len());
        if over || how.most <= how.whole {
            return Some(RunPhase::Over(choices));
        }
        let later = trace.steps.split_off(how.ends.min(early));
        trace.failed.retain(|(_, step)| *step < trace.steps.len());
        let (before, behind) = later.split_at(early - trace.steps.len());
        let mut omitted = OmittedSteps::behind(&trace.steps);
        before.iter().for_each(|step| omitted.pass(step));
        let kept = Checkpoint { machine: kept.0, choices: kept.1, omitted: omitted.clone() };
        let kept = kept.suspend(index)?;
        behind.iter().for_each(|step| omitted.pass(step));
        let now = Checkpoint { machine, choices, omitted };
        let next = now.steps();
        let now = now.suspend(index)?;
        Some(RunPhase::Forward(Box::new(ForwardRun { now, earlier: kept.clone(), kept, next })))
    }

    /// Goes on to the failure.
    fn run_forward(
        &mut self,
        mut there: ForwardRun<C>,
        index: &StmtIndex<'_>,
        most: &mut usize,
    ) -> Option<RunPhase<C>> {
        let mut now = there.now.resume(index)?;
        let mut over = false;
        while !over && now.steps() < self.how.most {
            if *most == 0 {
                let now = now.suspend(index)?;
                return Some(RunPhase::Forward(Box::new(ForwardRun { now, ..there })));
            }
            if now.steps() >= there.next {
                let kept = now.clone().suspend(index)?;
                there.earlier = std::mem::replace(&mut there.kept, kept);
                there.next = now.steps() + (now.steps() / 4).max(self.how.whole);
            }
            over = now.pass(self.target);
            *most = most.saturating_sub(now.work());
        }
        let first = now.steps().saturating_sub(self.how.ends);
        let from = if there.kept.steps() <= first { there.kept } else { there.earlier };
        Some(RunPhase::Again(Box::new(from), first))
    }

    /// Goes to the last steps and records them.
    fn again(
        &mut self,
        from: SuspendedCheckpoint<C>,
        first: usize,
        index: &StmtIndex<'_>,
        most: &mut usize,
    ) -> Option<RunPhase<C>> {
        let mut from = from.resume(index)?;
        let mut over = false;
        while !over && from.steps() < first {
            if *most == 0 {
                return Some(RunPhase::Again(Box::new(from.suspend(index)?), first));
            }
            over = from.pass(self.target);
            *most = most.saturating_sub(from.work());
        }
        self.trace.gap = Some(from.omitted.up_to(&from.machine));
        let steps = self.trace.steps.len() + self.how.ends;
        record(&mut from.machine, &mut from.choices, self.target, &mut self.trace, steps);
        *most = most.saturating_sub(self.how.ends);
        Some(RunPhase::Over(from.choices))
    }
}

/// Records up to `steps` steps in all; returns whether the run is over.
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

/// The collected data on the omitted steps.
#[derive(Clone, Default)]
struct OmittedSteps {
    gap: StepGap,
}

impl OmittedSteps {
    /// The state behind the first, recorded steps.
    fn behind(steps: &[StepRecord]) -> OmittedSteps {
        let mut omitted = OmittedSteps::default();
        steps.iter().for_each(|step| omitted.follow(step));
        omitted.gap.after = steps.len();
        omitted.gap.around = omitted.gap.calls.len();
        omitted.gap.calls.clear();
        omitted
    }

    /// Tracks the calls that a run is inside of.
    fn follow(&mut self, step: &StepRecord) {
        match step.kind {
            StepKind::Call(_) => {
                // An array has the caller's name, so its value does not matter.
                let given = step.changes.iter().filter(|change| !change.value.is_array());
                let changes = given.cloned().collect();
                let call = StepRecord { changes, ..StepRecord::new(step.span, step.kind.clone()) };
                self.gap.calls.push(call);
            }
            StepKind::Leave(_) if self.gap.calls.pop().is_none() => {
                self.gap.around = self.gap.around.saturating_sub(1);
            }
            _ => {}
        }
    }

    /// Notes an omitted step.
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

    /// The gap up to the state of the machine.
    fn up_to(mut self, machine: &Machine<'_>) -> StepGap {
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

/// A run with its machine, to be continued.
#[derive(Clone)]
struct Checkpoint<M, C> {
    machine: M,
    choices: C,
    omitted: OmittedSteps,
}

/// A checkpoint with a suspended machine.
type SuspendedCheckpoint<C> = Checkpoint<SuspendedMachine, C>;

impl<M, C> Checkpoint<M, C> {
    /// The number of steps so far.
    fn steps(&self) -> usize {
        self.omitted.gap.after + self.omitted.gap.steps
    }
}

impl<C> Checkpoint<SuspendedMachine, C> {
    fn resume<'p>(self, index: &StmtIndex<'p>) -> Option<Checkpoint<Machine<'p>, C>> {
        let Checkpoint { machine, choices, omitted } = self;
        Some(Checkpoint { machine: machine.resume(index)?, choices, omitted })
    }
}

impl<'p, C: Choices> Checkpoint<Machine<'p>, C> {
    fn suspend(self, index: &StmtIndex<'p>) -> Option<SuspendedCheckpoint<C>> {
        let Checkpoint { machine, choices, omitted } = self;
        Some(Checkpoint { machine: machine.suspend(index)?, choices, omitted })
    }

    /// The steps that the last step counts as: the cells of a sum may be many.
    fn work(&self) -> usize {
        1 + self.machine.last_step().map_or(0, |step| step.reads.len() / READS)
    }

    /// Takes an omitted step; returns whether the run is over.
    fn pass(&mut self, target: AssertId) -> bool {
        let status = self.machine.step(&mut self.choices);
        let mut failed = None;
        if let Some(step) = self.machine.last_step() {
            self.omitted.pass(step);
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

    const HOW: RecordingLimits = RecordingLimits { whole: 50, ends: 10, most: 100_000 };

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
                let short = run_to_failure_shortened(&program, &mut used, target, &HOW);
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
                let whole = run_to_failure_shortened(&program, &mut used, target, &HOW);
                let mut run = ShortenedRun::new(choices, target, HOW);
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
        let trace = run_to_failure_shortened(&program, &mut choices, AssertId(0), &HOW);
        let steps = trace.gap.map_or(0, |gap| gap.steps) + trace.steps.len();
        assert_eq!((steps, trace.end, trace.failed), (HOW.most, None, vec![]));
    }
}
