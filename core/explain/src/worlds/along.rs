//! A run of the program that goes along with a derivation, as far as there is one.
//!
//! The derivation says which steps are taken and, mostly, which values are chosen. What it leaves
//! open is tried. All values of the run are those of the interpreter.

use hornbook_base::{Int, Span};
use hornbook_horn::{Node, Op, Term};
use hornbook_lang::interp::{
    ArrayValue, Choice, Choices, End, Machine, State, Status, StepRecord, Trace, Value,
};
use hornbook_lang::typed::{Type, TypedProgram, TypedStmtKind, all_statements};
use hornbook_records::TreeNode;
use std::collections::{BTreeMap, BTreeSet};

/// Ways to make the choices that are tried.
const TRIES: usize = 400;
/// Steps of all these runs together.
const STEPS: usize = 100_000;
/// Steps of one run.
const LONGEST: usize = 4_000;
/// Values for what the derivation says nothing of.
const ANY: [i64; 3] = [0, 1, -1];

/// A step of the derivation, and what it knows after it.
#[derive(Clone)]
pub(super) struct Stop<'t> {
    /// The place of the step.
    pub(super) span: Span,
    /// Facts about the state after it, as far as the run is to agree with them.
    pub(super) facts: Vec<&'t TreeNode>,
}

/// The beginning of a run.
#[derive(Clone, Default)]
pub(super) struct Along {
    /// Its steps, up to the last stop that it passes.
    pub(super) trace: Trace,
    /// The choices that it makes.
    pub(super) chosen: Vec<Value>,
    /// For each stop that it passes how many steps it has made by then.
    pub(super) passed: Vec<usize>,
}

/// The run that passes most stops, in their order. With `strictly` it agrees with their facts.
pub(super) fn along(program: &TypedProgram, stops: &[Stop<'_>], strictly: bool) -> Along {
    let walk = Walk::of(program, stops, strictly);
    let (mut best, mut digits, mut steps) = (Along::default(), vec![], 0);
    for _ in 0..TRIES {
        let (found, counts) = walk.attempt(&digits);
        steps += found.trace.steps.len() + 1;
        if found.passed.len() > best.passed.len() {
            best = found;
        }
        let over = best.passed.len() == stops.len() || steps > STEPS;
        if over || !advance(&mut digits, &counts) {
            break;
        }
    }
    best
}

/// The places of the steps of the interpreter.
pub(super) fn places(program: &TypedProgram) -> BTreeSet<Span> {
    let mut places = BTreeSet::new();
    for stmt in all_statements(program) {
        places.extend(stmt.checks.iter().map(|check| program.assert_span(check.id)));
        match &stmt.kind {
            TypedStmtKind::If { cond, .. }
            | TypedStmtKind::While { cond, .. }
            | TypedStmtKind::DoWhile { cond, .. } => places.extend([cond.span]),
            TypedStmtKind::Block(_) => {}
            _ => places.extend([stmt.span]),
        }
    }
    places
}

/// Goes to the next way to make choices, of each of which there are so many. False after the last.
fn advance(digits: &mut Vec<usize>, counts: &[usize]) -> bool {
    digits.resize(counts.len(), 0);
    while let (Some(digit), Some(count)) = (digits.pop(), counts.get(digits.len())) {
        if digit + 1 < *count {
            digits.push(digit + 1);
            return true;
        }
    }
    false
}

/// What runs are asked to go along with.
struct Walk<'a> {
    program: &'a TypedProgram,
    stops: &'a [Stop<'a>],
    strictly: bool,
    /// The places of the steps of the interpreter.
    places: BTreeSet<Span>,
    /// The places of the derivation.
    own: BTreeSet<Span>,
    /// Variables that are given values at a place.
    targets: BTreeMap<Span, Vec<&'a str>>,
    /// The numbers that the derivation speaks of.
    numbers: BTreeSet<Int>,
}

impl<'a> Walk<'a> {
    fn of(program: &'a TypedProgram, stops: &'a [Stop<'a>], strictly: bool) -> Walk<'a> {
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
        let own = stops.iter().map(|stop| stop.span).collect();
        let states = stops.iter().flat_map(|stop| &stop.facts).flat_map(|fact| &fact.state);
        let numbers = states.filter_map(|(_, value)| value.as_int().cloned()).collect();
        Walk { program, stops, strictly, places: places(program), own, targets, numbers }
    }

    /// One run, and how many ways there were to make each of its choices.
    fn attempt(&self, digits: &[usize]) -> (Along, Vec<usize>) {
        let mut machine = Machine::new(self.program);
        let mut guide = Guide { walk: self, digits, next: None, counts: vec![], values: vec![] };
        let (mut found, mut state, mut chosen) = (Along::default(), State::default(), 0);
        while found.trace.steps.len() < LONGEST {
            self.pass_what_is_no_step(&mut found);
            guide.next = self.stops.get(found.passed.len());
            let Some(next) = guide.next else { break };
            let status = machine.step(&mut guide);
            let Some(step) = machine.last_step() else { break };
            if !may_go_on(&status) || !self.is_on_the_way(step, next, &found) {
                break;
            }
            state.apply(step);
            found.trace.steps.push(step.clone());
            if step.span == next.span {
                if self.strictly && !next.facts.iter().all(|n| agrees(self.program, &state, n)) {
                    break;
                }
                found.passed.push(found.trace.steps.len());
                chosen = guide.values.len();
            }
            if status != Status::Running {
                break;
            }
        }
        found.trace.steps.truncate(found.passed.last().copied().unwrap_or(0));
        guide.values.truncate(chosen);
        found.chosen = guide.values;
        (found, guide.counts)
    }

    /// The program's start and ends of blocks are steps of clauses only.
    fn pass_what_is_no_step(&self, found: &mut Along) {
        let coming = self.stops.iter().skip(found.passed.len());
        let silent = coming.take_while(|stop| !self.places.contains(&stop.span)).count();
        found.passed.extend(vec![found.trace.steps.len(); silent]);
    }

    /// Whether a step is the next one of the derivation, or one that it says nothing of.
    fn is_on_the_way(&self, step: &StepRecord, next: &Stop<'_>, found: &Along) -> bool {
        // A derivation may begin in the middle.
        let begun = !found.passed.is_empty();
        step.span == next.span || !begun || !self.own.contains(&step.span)
    }
}

/// Whether a step was taken in earnest: no assumption was broken.
fn may_go_on(status: &Status) -> bool {
    matches!(status, Status::Running | Status::Done(End::Finished))
}

/// Whether a fact says nothing of a state that is not so.
pub(super) fn agrees(program: &TypedProgram, state: &State, fact: &TreeNode) -> bool {
    let differs = |(what, value): &(Term, Term)| {
        let known = place(what).and_then(|(name, indices)| {
            let id = |v: &&hornbook_lang::typed::VarId| program.var(**v).name == name;
            match state.scalars.keys().find(id) {
                Some(var) => state.scalars.get(var).cloned(),
                None => {
                    let array = state.arrays.get(state.arrays.keys().find(id)?)?;
                    Value::Array(array.clone()).cell_at(&indices).cloned()
                }
            }
        });
        matches!((known, constant(value)), (Some(is), Some(said)) if is != said)
    };
    !fact.state.iter().any(differs)
}

/// The variable, and the indices of the cell, that a term is.
pub(super) fn place(what: &Term) -> Option<(&str, Vec<Int>)> {
    match what.as_app(Op::Select) {
        Some([array, index]) => {
            let (name, mut indices) = place(array)?;
            indices.push(index.as_int()?.clone());
            Some((name, indices))
        }
        _ => Some((&what.as_var()?.name, vec![])),
    }
}

fn constant(value: &Term) -> Option<Value> {
    match value.node() {
        Node::Bool(b) => Some(Value::Bool(*b)),
        _ => value.as_int().cloned().map(Value::Int),
    }
}

/// Choices as the next step of the derivation has them, or else one after the other.
struct Guide<'a> {
    walk: &'a Walk<'a>,
    /// Which of the ways to make each choice is taken.
    digits: &'a [usize],
    next: Option<&'a Stop<'a>>,
    counts: Vec<usize>,
    values: Vec<Value>,
}

impl Choices for Guide<'_> {
    fn choose(&mut self, choice: Choice<'_>) -> Value {
        let options = self.options(choice);
        let taken = self.digits.get(self.counts.len()).copied().unwrap_or(0);
        self.counts.push(options.len());
        let value = options.into_iter().nth(taken).unwrap_or_else(|| Value::zero(choice.ty()));
        self.values.push(value.clone());
        value
    }
}

impl Guide<'_> {
    /// The ways to make a choice, the likeliest first.
    fn options(&self, choice: Choice<'_>) -> Vec<Value> {
        let known = self.known(choice);
        let ty = choice.ty();
        let all: Vec<Value> = match ty {
            Type::Array(_) => {
                let with_cells = |n: &i64| {
                    let mut value = filled(ty, *n);
                    if let Value::Array(array) = &mut value {
                        for (cell, is) in &known {
                            array.write(cell, is.clone());
                        }
                    }
                    value
                };
                ANY.iter().map(with_cells).collect()
            }
            _ => {
                let any = ANY.iter().map(|n| filled(ty, *n));
                let numbers = self.walk.numbers.iter().cloned().map(Value::Int);
                known.into_iter().map(|(_, value)| value).chain(any).chain(numbers).collect()
            }
        };
        let fitting = all
            .iter()
            .enumerate()
            .filter(|(n, value)| value.has_type(ty) && !all[..*n].contains(value));
        fitting.map(|(_, value)| value.clone()).collect()
    }

    /// What is known after this step of what it gives a value, with the indices of cells.
    fn known(&self, choice: Choice<'_>) -> Vec<(Vec<Int>, Value)> {
        let Some(next) = self.next else { return vec![] };
        let targets = match choice {
            Choice::Initial(_, info) => vec![info.name.as_str()],
            Choice::Nondet { .. } => self.walk.targets.get(&next.span).cloned().unwrap_or_default(),
        };
        let facts = next.facts.iter().flat_map(|fact| &fact.state);
        let known = facts.filter_map(|(what, value)| {
            let (name, indices) = place(what)?;
            targets.contains(&name).then_some((indices, constant(value)?))
        });
        known.collect()
    }
}

/// A value that is this number, or an array with it in all cells.
fn filled(ty: Type, n: i64) -> Value {
    match ty.cell() {
        Some(cell) => {
            let default = Box::new(filled(cell, n));
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
    fn all_ways_to_choose_are_tried_the_last_choice_first() {
        let (mut digits, mut seen) = (vec![], vec![vec![]]);
        while advance(&mut digits, &[2, 3]) {
            seen.push(digits.clone());
        }
        let all = [vec![], vec![0, 1], vec![0, 2], vec![1], vec![1, 1], vec![1, 2]];
        assert_eq!(seen, all);
    }

    #[test]
    fn cells_of_rows_are_places() {
        let row = Term::select(Term::var(&hornbook_horn::Var::int("a")), Term::int(2));
        let cell = Term::select(row, Term::int(-1));
        assert_eq!(place(&cell), Some(("a", vec![Int::from(2), Int::from(-1)])));
        assert_eq!(place(&Term::int(2)), None);
    }
}
