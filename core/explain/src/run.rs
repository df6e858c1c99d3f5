//! A trace of the interpreter, in words.

pub mod frames;

use self::frames::{CallStack, owning_functions};
use super::negative_divisions::{self, DividingExpressions};
use super::out_of_bounds;
use hornbook_base::{Int, LineIndex, Span};
use hornbook_lang::interp::{
    ArrayValue, Blame, Change, Need, RecordingLimits, Root, State, StepKind, StepRecord, Trace,
    Value, blame, is_skipped,
};
use hornbook_lang::typed::{
    AssertId, AssertionKind, Builtin, FunctionId, TypedExpr, TypedExprKind, TypedFunction,
    TypedProgram, TypedStmt, TypedStmtKind, VarId,
};
use hornbook_records::outcome::{
    ArrayView, AssertionFailure, ChangedVariable, OmittedSteps, Run, RunStep, SHOWN_CHOICES,
};
use std::collections::{BTreeMap, BTreeSet};

/// The greatest number of steps that are listed completely.
const MAX_STEPS: usize = 20_000;
/// The number of steps that are listed at the beginning and at the end of longer runs.
const SHOWN_ENDS: usize = 1_000;
/// The greatest number of cells in a picture.
const MAX_CELLS: usize = 24;

/// The recording limits for a run that may have so many steps.
pub fn recording_limits(most: usize) -> RecordingLimits {
    RecordingLimits { whole: MAX_STEPS, ends: SHOWN_ENDS, most }
}

/// Describes a trace up to the failure of `assert`.
pub fn describe(
    program: &TypedProgram,
    lines: &LineIndex,
    text: &str,
    trace: &Trace,
    assert: AssertId,
) -> Run {
    let source = SourceProgram::new(program, lines, text);
    let made = source.collect_choices(trace);
    let needs = trace.needs();
    let shown = source.with_copied_cells(relevant_cells(trace, &made, &needs));
    let outside = out_of_bounds::find_out_of_bounds(program, text, trace, assert);
    let dividing = DividingExpressions::new(program, &source.stmts);
    let mut state = State::default();
    let (mut steps, mut listed, mut stack) = (vec![], vec![], CallStack::default());
    let mut left_out = None;
    for (n, step) in trace.steps.iter().enumerate() {
        if let Some(gap) = trace.gap_before(n) {
            state.pass(gap);
            stack.skip_steps(&source, gap, &state, &shown);
            left_out = Some(OmittedSteps { after: steps.len(), steps: gap.steps });
        }
        stack.enter_step(&source, step, &state, &shown);
        let divisions = dividing.find(&state, step);
        state.apply(step);
        if source.is_silent(step, &state) {
            continue;
        }
        listed.push((n, negative_divisions::describe(&divisions, text)));
        let step = source.describe_run_step(step, &state, stack.innermost(), &shown);
        steps.push(RunStep { frame: stack.list_innermost(), ..step });
    }
    let failure = source.find_failure(&state, assert);
    if let (Some(last), Some(failure)) = (steps.last_mut(), &failure) {
        last.what.push_str(&failure.describe());
    }
    for (step, (n, divisions)) in steps.iter_mut().zip(listed) {
        step.what.push_str(&divisions);
        step.what.push_str(&source.describe_out_of_bounds(outside.get(&n)));
    }
    let (mut choices, frames) = (source.describe_choices(&made, &needs, trace), stack.frames());
    if trace.gap.as_ref().is_some_and(|gap| gap.more_needs) {
        choices.push("and what the steps that are left out choose".into());
    }
    Run { assert, steps, frames, left_out, choices, failure }
}

/// Describes a trace that violates nothing: its steps, and the choices that they need. The cells in `besides` are
/// added to the relevant ones.
pub(super) fn describe_passing(
    program: &TypedProgram,
    lines: &LineIndex,
    text: &str,
    trace: &Trace,
    besides: &ShownCells,
) -> (Vec<RunStep>, Vec<String>) {
    let source = SourceProgram::new(program, lines, text);
    let made = source.collect_choices(trace);
    let needs = trace.needs();
    let mut shown = source.with_copied_cells(relevant_cells(trace, &made, &needs));
    for (var, cells) in besides {
        shown.entry(*var).or_default().extend(cells.iter().cloned());
    }
    let (mut state, mut stack) = (State::default(), CallStack::default());
    let steps = trace.steps.iter().filter_map(|step| {
        stack.enter_step(&source, step, &state, &shown);
        state.apply(step);
        let innermost = stack.innermost();
        (!source.is_silent(step, &state))
            .then(|| source.describe_run_step(step, &state, innermost, &shown))
    });
    (steps.collect(), source.describe_choices(&made, &needs, trace))
}

/// A choice of the run.
struct ChosenValue<'t> {
    value: &'t Value,
    /// The variable or cell that the value is assigned to.
    place: Option<(VarId, &'t [Int])>,
    name: String,
    /// The line, if the name alone does not determine it.
    line: Option<u32>,
    /// The statement, and the number of the choice in it.
    source: (Span, usize),
}

/// The line and occurrence of a choice, as far as its name does not determine them.
fn describe_occurrence(made: &[ChosenValue<'_>], choice: usize) -> Option<String> {
    let this = made.get(choice)?;
    let is_same = |other: &&ChosenValue| other.source == this.source;
    let time = made.iter().take(choice + 1).filter(is_same).count();
    let line = this.line.map(|line| format!("line {line}"));
    let again = made.iter().filter(is_same).count() > 1;
    let time = again.then(|| format!("the {} time", ordinal(time)));
    let said: Vec<String> = line.into_iter().chain(time).collect();
    (!said.is_empty()).then(|| said.join(", "))
}

fn ordinal(n: usize) -> String {
    let ending = match (n % 10, n % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{n}{ending}")
}

/// The shown cells of each array.
type ShownCells = BTreeMap<VarId, BTreeSet<Vec<Int>>>;

/// The relevant cells of each array: those that the run reads, needs or writes. Of many, first those that the
/// failing assertion reads, then those that are chosen.
fn relevant_cells(trace: &Trace, made: &[ChosenValue<'_>], needs: &BTreeSet<&Need>) -> ShownCells {
    let mut ranked: BTreeMap<VarId, BTreeMap<Vec<Int>, u8>> = BTreeMap::new();
    let mut rank = |var: VarId, indices: Vec<Int>, rank: u8| {
        let old = ranked.entry(var).or_default().entry(indices).or_insert(rank);
        *old = rank.min(*old);
    };
    for (n, step) in trace.steps.iter().enumerate() {
        let last = n + 1 == trace.steps.len();
        step.reads.iter().for_each(|(var, i)| rank(*var, i.clone(), if last { 0 } else { 2 }));
        for change in step.changes.iter().filter(|change| !change.indices.is_empty()) {
            rank(change.var, change.indices.clone(), 2);
        }
    }
    for (choice, indices) in needs {
        if let Some((var, outer)) = made.get(*choice).and_then(|made| made.place) {
            rank(var, [outer, indices.as_slice()].concat(), 1);
        }
    }
    let first = |cells: BTreeMap<Vec<Int>, u8>| {
        let mut cells: Vec<(u8, Vec<Int>)> = cells.into_iter().map(|(i, r)| (r, i)).collect();
        cells.sort();
        cells.into_iter().take(MAX_CELLS).map(|(_, indices)| indices).collect()
    };
    ranked.into_iter().map(|(var, cells)| (var, first(cells))).collect()
}

/// The program with its text.
pub(super) struct SourceProgram<'p> {
    pub(super) program: &'p TypedProgram,
    pub(super) lines: &'p LineIndex,
    text: &'p str,
    pub(super) stmts: Vec<&'p TypedStmt>,
    /// The function of each local variable.
    owners: BTreeMap<VarId, FunctionId>,
}

impl<'p> SourceProgram<'p> {
    fn new(program: &'p TypedProgram, lines: &'p LineIndex, text: &'p str) -> SourceProgram<'p> {
        let (stmts, owners) =
            (hornbook_lang::typed::all_statements(program), owning_functions(program));
        SourceProgram { program, lines, text, stmts, owners }
    }

    fn name(&self, id: VarId) -> String {
        self.program.shown(id, self.lines)
    }

    /// The cells with those of arrays that are declared as copies: of both the same ones are shown.
    fn with_copied_cells(&self, mut shown: ShownCells) -> ShownCells {
        for stmt in &self.stmts {
            let TypedStmtKind::Declare { var, init: Some(init) } = &stmt.kind else { continue };
            let Some(of) = init.variable().filter(|_| init.ty.is_array()) else { continue };
            let both: BTreeSet<Vec<Int>> =
                [*var, of].iter().filter_map(|var| shown.get(var)).flatten().cloned().collect();
            if !both.is_empty() {
                shown.insert(*var, both.clone());
                shown.insert(of, both);
            }
        }
        shown
    }

    /// The source name of a variable.
    pub(super) fn source_name(&self, id: VarId) -> String {
        self.program.var(id).source_name.clone()
    }

    pub(super) fn function_name(&self, id: FunctionId) -> String {
        self.program.functions.get(id.0 as usize).map_or(String::new(), |f| f.name.clone())
    }

    /// Whether a variable is in scope in a function, or in the program itself.
    fn sees(&self, function: Option<FunctionId>, var: VarId) -> bool {
        self.owners.get(&var).copied() == function
    }

    /// The numbers and truth values in scope in a function, or in the program itself.
    pub(super) fn scalars(
        &self,
        state: &State,
        function: Option<FunctionId>,
    ) -> Vec<(String, String)> {
        // A measure is kept in a variable that nobody has written.
        let is_written = |var: VarId| !self.is_loop_line(self.program.var(var).span);
        let seen =
            state.scalars.iter().filter(|(v, _)| self.sees(function, **v) && is_written(**v));
        seen.map(|(v, value)| (self.name(*v), format_value(value))).collect()
    }

    /// The arrays in scope.
    pub(super) fn arrays(
        &self,
        state: &State,
        function: Option<FunctionId>,
        shown: &ShownCells,
    ) -> Vec<ArrayView> {
        let view = |(v, array): (&VarId, &ArrayValue)| {
            let cell = |i: &Vec<Int>| Some((i.clone(), format_value(array.cell_at(i)?)));
            let cells = shown.get(v).into_iter().flatten().filter_map(cell);
            ArrayView { name: self.name(*v), cells: cells.collect() }
        };
        state.arrays.iter().filter(|(v, _)| self.sees(function, **v)).map(view).collect()
    }

    fn changed_variables(&self, step: &StepRecord) -> Vec<ChangedVariable> {
        let one =
            |c: &Change| ChangedVariable { name: self.name(c.var), indices: c.indices.clone() };
        step.changes.iter().map(one).collect()
    }

    /// The function whose choice as the start of the run stands at this place.
    fn entry(&self, at: Span) -> Option<&TypedFunction> {
        self.program.functions.iter().find(|function| function.entry_span() == at)
    }

    /// Whether a place is that of a line about a loop, which keeps values in variables of its own.
    fn is_loop_line(&self, span: Span) -> bool {
        self.program.asserts.iter().any(|a| {
            a.span == span && matches!(a.kind, AssertionKind::Invariant | AssertionKind::Decreases)
        })
    }

    /// Whether a step is not listed: it rejects a function as the start of the run, checks a subterm that is not
    /// evaluated, or keeps a value for a line about a loop.
    fn is_silent(&self, step: &StepRecord, state: &State) -> bool {
        match step.kind {
            StepKind::Condition { value } => !value && self.entry(step.span).is_some(),
            StepKind::Declare | StepKind::Assign => self.is_loop_line(step.span),
            StepKind::Assert { id, .. } => {
                let kind = self.program.asserts.get(id.0 as usize).map(|a| a.kind);
                if !kind.is_some_and(AssertionKind::is_check) {
                    return false;
                }
                let mut checks = self.stmts.iter().flat_map(|stmt| &stmt.checks);
                let check = checks.find(|check| check.id == id);
                check.is_some_and(|check| is_skipped(self.program, state, &check.cond))
            }
            _ => false,
        }
    }

    /// Describes the choices that the run depends on; those that the last step needs come first.
    fn describe_choices(
        &self,
        all: &[ChosenValue<'_>],
        needs: &BTreeSet<&Need>,
        trace: &Trace,
    ) -> Vec<String> {
        let last = trace.steps.last();
        let decisive = |need: &Need| last.is_some_and(|last| last.needs.contains(need));
        let mut needs: Vec<&Need> = needs.iter().copied().collect();
        if needs.len() > SHOWN_CHOICES {
            needs.sort_by_key(|need| !decisive(need));
        }
        let word = |(choice, indices): &Need| {
            let made = all.get(*choice)?;
            if let Some(function) = self.entry(made.source.0).filter(|_| made.place.is_none()) {
                let begins = *made.value == Value::Bool(true);
                return begins.then(|| format!("{} is the first to run", function.name));
            }
            let value = format_value(made.value.cell_at(indices)?);
            let when = describe_occurrence(all, *choice)
                .map_or(String::new(), |when| format!(" ({when})"));
            Some(format!("{} = {value}{when}", format_place(&made.name, indices)))
        };
        needs.into_iter().filter_map(word).collect()
    }

    /// The choices of a run, in order.
    fn collect_choices<'t>(&self, trace: &'t Trace) -> Vec<ChosenValue<'t>> {
        trace.choosing().flat_map(|step| self.choices_in_step(step)).collect()
    }

    fn choices_in_step<'t>(&self, step: &'t StepRecord) -> Vec<ChosenValue<'t>> {
        let places: Vec<&Change> =
            step.changes.iter().filter(|c| self.is_choice_target(step, c)).collect();
        let declared = step.kind == StepKind::Declare;
        let line = (!declared).then(|| self.lines.line(step.span));
        if places.len() == step.chosen.len() {
            let one = |(n, (value, change)): (usize, (&'t Value, &'t Change))| ChosenValue {
                value,
                source: (step.span, n),
                place: Some((change.var, change.indices.as_slice())),
                name: format_place(&self.name(change.var), &change.indices),
                line,
            };
            return step.chosen.iter().zip(places).enumerate().map(one).collect();
        }
        // Some value was computed from what was chosen.
        let line = Some(self.lines.line(step.span));
        let one = |(n, value)| {
            let source = (step.span, n);
            ChosenValue { value, place: None, name: "nondet()".into(), line, source }
        };
        step.chosen.iter().enumerate().map(one).collect()
    }

    /// Whether a change of a step assigns a value that was just chosen.
    fn is_choice_target(&self, step: &StepRecord, change: &Change) -> bool {
        let of = |stmt: &&TypedStmt| match &stmt.kind {
            TypedStmtKind::Declare { var, init } => {
                *var == change.var && init.as_ref().is_none_or(is_choice)
            }
            TypedStmtKind::Assign(writes) => writes.iter().any(|write| {
                let whole = write.indices.is_empty() == change.indices.is_empty();
                write.var == change.var && whole && is_choice(&write.value)
            }),
            _ => false,
        };
        self.stmts.iter().filter(|stmt| stmt.span == step.span).any(of)
    }

    /// A step, with the variables in scope after it.
    fn describe_run_step(
        &self,
        step: &StepRecord,
        state: &State,
        function: Option<FunctionId>,
        shown: &ShownCells,
    ) -> RunStep {
        RunStep {
            span: step.span,
            line: self.lines.line(step.span),
            what: self.describe_step(step),
            scalars: self.scalars(state, function),
            arrays: self.arrays(state, function, shown),
            changed: self.changed_variables(step),
            read: step.reads.iter().map(|(v, i)| (self.name(*v), i.clone())).collect(),
            frame: None,
        }
    }

    /// Describes the effect of a step.
    fn describe_step(&self, step: &StepRecord) -> String {
        let source = single_line(step.span.slice(self.text));
        match &step.kind {
            StepKind::Declare | StepKind::Assign | StepKind::Store => self.describe_changes(step),
            StepKind::Condition { .. } if self.entry(step.span).is_some() => {
                "the run begins with this function".into()
            }
            // `for (;;)` has none.
            StepKind::Condition { .. } if source.is_empty() => "the loop goes on".into(),
            StepKind::Condition { value } => format!("{source} is {value}"),
            StepKind::Assume { value: true } => "the assumption holds".into(),
            StepKind::Assume { value: false } => "the assumption does not hold".into(),
            StepKind::Assert { id, value } => {
                let kind = self.program.asserts.get(id.0 as usize).map(|a| a.kind);
                let (claim, holds, fails) = match kind {
                    Some(AssertionKind::Hint) => ("the hint", "holds", "fails"),
                    Some(AssertionKind::Invariant) => ("the invariant", "holds", "fails"),
                    Some(AssertionKind::Decreases) => {
                        ("the measure", "is smaller", "is not smaller")
                    }
                    Some(AssertionKind::Requires) => ("what the call must keep", "holds", "fails"),
                    Some(AssertionKind::Ensures) => ("what the function owes", "holds", "fails"),
                    Some(AssertionKind::Divisor) => (source.as_str(), "is not zero", "is zero"),
                    Some(AssertionKind::Bounds) => {
                        (source.as_str(), "is within its bounds", "is out of its bounds")
                    }
                    _ => ("the assertion", "holds", "fails"),
                };
                match value {
                    Some(true) => format!("{claim} {holds}"),
                    Some(false) => format!("{claim} {fails}"),
                    None => format!("{claim} could not be evaluated"),
                }
            }
            StepKind::Jump => source,
            StepKind::Call(id) => format!("{} is called", self.describe_call(*id, step)),
            StepKind::Leave(id) => format!("{} has returned", self.describe_call(*id, step)),
        }
    }

    /// Describes a call with the arguments that are numbers and truth values.
    fn describe_call(&self, id: FunctionId, step: &StepRecord) -> String {
        let Some(function) = self.program.functions.get(id.0 as usize) else {
            return String::new();
        };
        let given = function.params.iter().map(|param| {
            let change = step.changes.iter().find(|change| change.var == param.var);
            match change.filter(|c| matches!(step.kind, StepKind::Call(_)) && !c.value.is_array()) {
                Some(change) => format_value(&change.value),
                None => self.program.var(param.var).source_name.clone(),
            }
        });
        format!("{}({})", function.name, given.collect::<Vec<_>>().join(", "))
    }

    /// Describes accesses of a step that are out of bounds, and divisors that are zero, if there are any.
    fn describe_out_of_bounds(&self, found: Option<&Vec<(Span, AssertionKind)>>) -> String {
        let found: Vec<(String, AssertionKind)> = found
            .into_iter()
            .flatten()
            .map(|(span, kind)| (single_line(span.slice(self.text)), *kind))
            .collect();
        let of = |divisors: bool| {
            let these =
                found.iter().filter(|(_, kind)| (*kind == AssertionKind::Divisor) == divisors);
            these.map(|(text, _)| text.as_str()).collect::<Vec<_>>()
        };
        let accesses = parenthesize(&of(false), "is out of its bounds", "are out of their bounds");
        accesses + &parenthesize(&of(true), "is zero", "are zero")
    }

    /// Describes the new values; whole arrays are described by the statement.
    fn describe_changes(&self, step: &StepRecord) -> String {
        let computed = |c: &Change| c.value.is_array() && !self.is_choice_target(step, c);
        if step.changes.iter().any(computed) && step.kind != StepKind::Declare {
            return single_line(step.span.slice(self.text)).trim_end_matches(';').to_owned();
        }
        let one = |c: &Change| {
            let place = format_place(&self.name(c.var), &c.indices);
            match &c.value {
                Value::Array(_) if computed(c) => match self.initializer(c.var) {
                    Some(init) => format!("{place} = {}", single_line(init.span.slice(self.text))),
                    None => format!("{place} has a value"),
                },
                Value::Array(_) => format!("{place} has some values"),
                value => format!("{place} = {}", format_value(value)),
            }
        };
        step.changes.iter().map(one).collect::<Vec<_>>().join(", ")
    }

    /// The expression that a variable is declared with.
    fn initializer(&self, id: VarId) -> Option<&TypedExpr> {
        self.stmts.iter().find_map(|stmt| match &stmt.kind {
            TypedStmtKind::Declare { var, init } if *var == id => init.as_ref(),
            _ => None,
        })
    }

    /// Finds the failing part of an assertion in a state; none for the bounds of an access.
    fn find_failure(&self, state: &State, assert: AssertId) -> Option<AssertionFailure> {
        let cond = self.stmts.iter().find_map(|stmt| match &stmt.kind {
            TypedStmtKind::Assert { id, cond } if *id == assert => Some(cond),
            _ => None,
        })?;
        let Blame { values, claim, reads } = blame(self.program, state, cond)?;
        let read = |(root, indices, value): (Root, Vec<Int>, Value)| {
            let array = match root {
                Root::Var(var) => self.name(var),
                Root::Made(span) => single_line(span.slice(self.text)),
            };
            (!value.is_array()).then(|| (format_place(&array, &indices), format_value(&value)))
        };
        let bound =
            |(var, n): (VarId, Int)| (self.program.var(var).source_name.clone(), n.to_string());
        Some(AssertionFailure {
            values: values.into_iter().map(bound).collect(),
            claim: single_line(claim.slice(self.text)),
            reads: reads.into_iter().filter_map(read).collect(),
        })
    }
}

/// A remark in parentheses about one or more pieces of text; empty if there are none.
fn parenthesize(texts: &[&str], of_one: &str, of_several: &str) -> String {
    match texts {
        [] => String::new(),
        [one] => format!(" ({one} {of_one})"),
        [more @ .., last] => format!(" ({} and {last} {of_several})", more.join(", ")),
    }
}

/// Whether an expression is a choice.
fn is_choice(e: &TypedExpr) -> bool {
    matches!(e.kind, TypedExprKind::Nondet(_) | TypedExprKind::Call(Builtin::SubArray, _))
}

/// A piece of text in one line.
pub fn single_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A variable or a cell of it.
fn format_place(name: &str, indices: &[Int]) -> String {
    let indices: String = indices.iter().map(|i| format!("[{i}]")).collect();
    format!("{name}{indices}")
}

pub(super) fn format_value(value: &Value) -> String {
    match value {
        Value::Int(n) => n.to_string(),
        Value::Bool(b) => b.to_string(),
        Value::Array(_) => "an array".into(),
    }
}
