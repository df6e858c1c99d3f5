//! Guided runs: runs of the program that follow a derivation as far as possible.
//!
//! The derivation gives the steps and most choices; other choices are enumerated. All values of the run are
//! those of the interpreter.

use hornbook_base::{Int, Span};
use hornbook_horn::{Node, Op, Term};
use hornbook_lang::interp::{
    ArrayValue, Choice, Choices, End, Machine, State, Status, StepRecord, Trace, Value,
};
use hornbook_lang::typed::{Type, TypedProgram, TypedStmtKind, all_statements};
use hornbook_records::TreeNode;
use std::collections::{BTreeMap, BTreeSet};

/// The greatest number of runs.
const MAX_RUNS: usize = 400;
/// The greatest number of steps of all runs together.
const MAX_TOTAL_STEPS: usize = 100_000;
/// The greatest number of steps of one run.
const MAX_STEPS: usize = 4_000;
/// Values for choices that the derivation leaves open.
const DEFAULT_VALUES: [i64; 3] = [0, 1, -1];

/// A step of the derivation, with the facts after it.
#[derive(Clone)]
pub(super) struct Waypoint<'t> {
    /// The span of the step.
    pub(super) span: Span,
    /// Facts about the state after it that the run should satisfy.
    pub(super) facts: Vec<&'t TreeNode>,
}

/// A prefix of a run that follows waypoints.
#[derive(Clone, Default)]
pub(super) struct GuidedRun {
    /// Its steps, up to the last waypoint that it passes.
    pub(super) trace: Trace,
    /// The choices that it makes.
    pub(super) chosen: Vec<Value>,
    /// For each waypoint that it passes the number of its steps by then.
    pub(super) passed: Vec<usize>,
}

/// Finds the run that passes most waypoints, in their order. With `strictly` it satisfies their facts.
pub(super) fn find_guided_run(
    program: &TypedProgram,
    waypoints: &[Waypoint<'_>],
    strictly: bool,
) -> GuidedRun {
    let search = RunSearch::new(program, waypoints, strictly);
    let (mut best, mut digits, mut steps) = (GuidedRun::default(), vec![], 0);
    for _ in 0..MAX_RUNS {
        let (found, counts) = search.run_once(&digits);
        steps += found.trace.steps.len() + 1;
        if found.passed.len() > best.passed.len() {
            best = found;
        }
        let over = best.passed.len() == waypoints.len() || steps > MAX_TOTAL_STEPS;
        if over || !next_combination(&mut digits, &counts) {
            break;
        }
    }
    best
}

/// The spans of the steps of the interpreter.
pub(super) fn step_spans(program: &TypedProgram) -> BTreeSet<Span> {
    let mut step_spans = BTreeSet::new();
    for stmt in all_statements(program) {
        step_spans.extend(stmt.checks.iter().map(|check| program.assert_span(check.id)));
        match &stmt.kind {
            TypedStmtKind::If { cond, .. }
            | TypedStmtKind::While { cond, .. }
            | TypedStmtKind::DoWhile { cond, .. } => step_spans.extend([cond.span]),
            TypedStmtKind::Block(_) => {}
            _ => step_spans.extend([stmt.span]),
        }
    }
    step_spans
}

/// Advances to the next combination of choices, each with so many options. False after the last.
fn next_combination(digits: &mut Vec<usize>, counts: &[usize]) -> bool {
    digits.resize(counts.len(), 0);
    while let (Some(digit), Some(count)) = (digits.pop(), counts.get(digits.len())) {
        if digit + 1 < *count {
            digits.push(digit + 1);
            return true;
        }
    }
    false
}

/// The search for a guided run.
struct RunSearch<'a> {
    program: &'a TypedProgram,
    waypoints: &'a [Waypoint<'a>],
    strictly: bool,
    /// The spans of the steps of the interpreter.
    step_spans: BTreeSet<Span>,
    /// The spans of the derivation.
    own: BTreeSet<Span>,
    /// The variables that the statement of a span assigns.
    targets: BTreeMap<Span, Vec<&'a str>>,
    /// The numbers in the derivation.
    numbers: BTreeSet<Int>,
}

impl<'a> RunSearch<'a> {
    fn new(
        program: &'a TypedProgram,
        waypoints: &'a [Waypoint<'a>],
        strictly: bool,
    ) -> RunSearch<'a> {
        let name = |var| program.var(var).name.as_str();
        let mut targets = BTreeMap::new();
        for stmt in all_statements(program) {
            match &stmt.kind {
                TypedStmtKind::Declare { var, .. } => {
                    targets.insert(stmt.span, vec![name(*var)]);
                }
                TypedStmtKind::Assign(writes) => {
                    targets.insert(stmt.span, writes.iter().map(|w| name(w.var)).collect());
                }
                _ => {}
            }
        }
        let own = waypoints.iter().map(|waypoint| waypoint.span).collect();
        let states =
            waypoints.iter().flat_map(|waypoint| &waypoint.facts).flat_map(|fact| &fact.state);
        let numbers = states.filter_map(|(_, value)| value.as_int().cloned()).collect();
        RunSearch {
            program,
            waypoints,
            strictly,
            step_spans: step_spans(program),
            own,
            targets,
            numbers,
        }
    }

    /// One run, with the number of options for each of its choices.
    fn run_once(&self, digits: &[usize]) -> (GuidedRun, Vec<usize>) {
        let mut machine = Machine::new(self.program);
        let mut choices =
            GuidedChoices { search: self, digits, next: None, counts: vec![], values: vec![] };
        let (mut found, mut state, mut chosen) = (GuidedRun::default(), State::default(), 0);
        while found.trace.steps.len() < MAX_STEPS {
            self.skip_silent_waypoints(&mut found);
            choices.next = self.waypoints.get(found.passed.len());
            let Some(next) = choices.next else { break };
            let status = machine.step(&mut choices);
            let Some(step) = machine.last_step() else { break };
            if !is_feasible(&status) || !self.follows_derivation(step, next, &found) {
                break;
            }
            state.apply(step);
            found.trace.steps.push(step.clone());
            if step.span == next.span {
                if self.strictly
                    && !next.facts.iter().all(|n| is_consistent(self.program, &state, n))
                {
                    break;
                }
                found.passed.push(found.trace.steps.len());
                chosen = choices.values.len();
            }
            if status != Status::Running {
                break;
            }
        }
        found.trace.steps.truncate(found.passed.last().copied().unwrap_or(0));
        choices.values.truncate(chosen);
        found.chosen = choices.values;
        (found, choices.counts)
    }

    /// Passes waypoints that are no steps of the interpreter: the program's start and ends of blocks.
    fn skip_silent_waypoints(&self, found: &mut GuidedRun) {
        let coming = self.waypoints.iter().skip(found.passed.len());
        let silent =
            coming.take_while(|waypoint| !self.step_spans.contains(&waypoint.span)).count();
        found.passed.extend(vec![found.trace.steps.len(); silent]);
    }

    /// Whether a step is the next one of the derivation, or does not occur in it.
    fn follows_derivation(
        &self,
        step: &StepRecord,
        next: &Waypoint<'_>,
        found: &GuidedRun,
    ) -> bool {
        // A derivation may begin in the middle of the program.
        let begun = !found.passed.is_empty();
        step.span == next.span || !begun || !self.own.contains(&step.span)
    }
}

/// Whether the run is feasible after a step: no assumption is violated.
fn is_feasible(status: &Status) -> bool {
    matches!(status, Status::Running | Status::Done(End::Finished))
}

/// Whether a state is consistent with a fact: no known value differs.
pub(super) fn is_consistent(program: &TypedProgram, state: &State, fact: &TreeNode) -> bool {
    let differs = |(what, value): &(Term, Term)| {
        let known = as_cell(what).and_then(|(name, indices)| {
            let id = |v: &&hornbook_lang::typed::VarId| program.var(**v).name == name;
            match state.scalars.keys().find(id) {
                Some(var) => state.scalars.get(var).cloned(),
                None => {
                    let array = state.arrays.get(state.arrays.keys().find(id)?)?;
                    Value::Array(array.clone()).cell_at(&indices).cloned()
                }
            }
        });
        matches!((known, as_constant(value)), (Some(is), Some(said)) if is != said)
    };
    !fact.state.iter().any(differs)
}

/// The variable and the indices of a term that is a variable or a cell.
pub(super) fn as_cell(what: &Term) -> Option<(&str, Vec<Int>)> {
    match what.as_app(Op::Select) {
        Some([array, index]) => {
            let (name, mut indices) = as_cell(array)?;
            indices.push(index.as_int()?.clone());
            Some((name, indices))
        }
        _ => Some((&what.as_var()?.name, vec![])),
    }
}

fn as_constant(value: &Term) -> Option<Value> {
    match value.node() {
        Node::Bool(b) => Some(Value::Bool(*b)),
        _ => value.as_int().cloned().map(Value::Int),
    }
}

/// Choices that prefer the values of the next step of the derivation.
struct GuidedChoices<'a> {
    search: &'a RunSearch<'a>,
    /// The option that each choice takes.
    digits: &'a [usize],
    next: Option<&'a Waypoint<'a>>,
    counts: Vec<usize>,
    values: Vec<Value>,
}

impl Choices for GuidedChoices<'_> {
    fn choose(&mut self, choice: Choice<'_>) -> Value {
        let options = self.options(choice);
        let taken = self.digits.get(self.counts.len()).copied().unwrap_or(0);
        self.counts.push(options.len());
        let value = options.into_iter().nth(taken).unwrap_or_else(|| Value::zero(choice.ty()));
        self.values.push(value.clone());
        value
    }
}

impl GuidedChoices<'_> {
    /// The options for a choice, the likeliest first.
    fn options(&self, choice: Choice<'_>) -> Vec<Value> {
        let known = self.known_values(choice);
        let ty = choice.ty();
        let all: Vec<Value> = match ty {
            Type::Array(_) => {
                let with_cells = |n: &i64| {
                    let mut value = uniform_value(ty, *n);
                    if let Value::Array(array) = &mut value {
                        for (cell, is) in &known {
                            array.write(cell, is.clone());
                        }
                    }
                    value
                };
                DEFAULT_VALUES.iter().map(with_cells).collect()
            }
            _ => {
                let any = DEFAULT_VALUES.iter().map(|n| uniform_value(ty, *n));
                let numbers = self.search.numbers.iter().cloned().map(Value::Int);
                known.into_iter().map(|(_, value)| value).chain(any).chain(numbers).collect()
            }
        };
        let fitting = all
            .iter()
            .enumerate()
            .filter(|(n, value)| value.has_type(ty) && !all[..*n].contains(value));
        fitting.map(|(_, value)| value.clone()).collect()
    }

    /// The values after the next step of the variables that it assigns, with the indices of cells.
    fn known_values(&self, choice: Choice<'_>) -> Vec<(Vec<Int>, Value)> {
        let Some(next) = self.next else { return vec![] };
        let targets = match choice {
            Choice::Initial(_, info) => vec![info.name.as_str()],
            Choice::Nondet { .. } => {
                self.search.targets.get(&next.span).cloned().unwrap_or_default()
            }
        };
        let facts = next.facts.iter().flat_map(|fact| &fact.state);
        let known = facts.filter_map(|(what, value)| {
            let (name, indices) = as_cell(what)?;
            targets.contains(&name).then_some((indices, as_constant(value)?))
        });
        known.collect()
    }
}

/// The number as a value of a type: for arrays one with it in all cells.
fn uniform_value(ty: Type, n: i64) -> Value {
    match ty.cell() {
        Some(cell) => {
            let default = Box::new(uniform_value(cell, n));
            Value::Array(ArrayValue { default, cells: BTreeMap::new() })
        }
        None if ty == Type::Bool => Value::Bool(n != 0),
        None => Value::Int(Int::from(n)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_combinations_are_enumerated_the_last_choice_first() {
        let (mut digits, mut seen) = (vec![], vec![vec![]]);
        while next_combination(&mut digits, &[2, 3]) {
            seen.push(digits.clone());
        }
        let all = [vec![], vec![0, 1], vec![0, 2], vec![1], vec![1, 1], vec![1, 2]];
        assert_eq!(seen, all);
    }

    #[test]
    fn cells_of_nested_arrays_have_several_indices() {
        let row = Term::select(Term::var(&hornbook_horn::Var::int("a")), Term::int(2));
        let cell = Term::select(row, Term::int(-1));
        assert_eq!(as_cell(&cell), Some(("a", vec![Int::from(2), Int::from(-1)])));
        assert_eq!(as_cell(&Term::int(2)), None);
    }
}
