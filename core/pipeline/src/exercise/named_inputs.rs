//! A run on inputs that a student has named: `n = 3, a = {1, 2}, b[5] = 7`.

use crate::Input;
use hornbook_base::{Int, Span};
use hornbook_course::template::Filling;
use hornbook_lang::ast::{Declarator, Expr, ExprKind, Stmt, StmtKind, UpdateOp};
use hornbook_lang::interp::{Choice, Choices, End, Trace, Value, run};
use hornbook_lang::parse;
use hornbook_lang::rewrite::effects::{chooses, own_calls, writes};
use hornbook_lang::typed::{Type, TypedProgram};
use std::collections::{BTreeMap, BTreeSet};

/// The most steps of a run on named inputs.
const RUN_STEPS: usize = 100_000;

/// The result of a run on named inputs.
pub(super) struct InputsRun {
    /// The steps up to the first claim that fails; none if all of them hold.
    pub(super) failed_after: Option<usize>,
    end: Option<End>,
}

impl InputsRun {
    /// Why the run breaks no claim.
    pub(super) fn why(&self) -> &'static str {
        match self.end {
            Some(End::AssumeFailed(_)) => {
                "These inputs are excluded by an assumption of the program, or by the bounds of a `nondet`. What is not named is 0."
            }
            Some(End::Undecided { .. }) => {
                "Of this run it could not be found out whether its claims hold."
            }
            Some(End::Finished) => "With these inputs all claims hold.",
            None => "With these inputs the run does not end soon.",
        }
    }
}

/// Runs a program on inputs.
///
/// # Errors
/// The text names no inputs of the program.
pub(super) fn run_on_inputs(
    input: &Input,
    program: &TypedProgram,
    text: &str,
) -> Result<InputsRun, String> {
    let trace = trace_on_inputs(input, program, text, Others::Zero)?;
    let failed_after = trace.failed.first().map(|(_, step)| step + 1);
    Ok(InputsRun { failed_after, end: trace.end })
}

/// The values for all that no input names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Others {
    /// Zero, false, and arrays of these.
    Zero,
    /// Values that differ from these, to find out what depends on them.
    Different,
}

impl Others {
    fn scalar(self, ty: Type) -> Value {
        match (self, ty) {
            (Others::Different, Type::Int) => Value::Int(Int::from(1_000_003)),
            (Others::Different, Type::Bool) => Value::Bool(true),
            (_, ty) => Value::zero(ty),
        }
    }

    fn value(self, ty: Type) -> Value {
        let mut value = self.scalar(ty);
        if let (Value::Array(array), Some(cell)) = (&mut value, ty.cell()) {
            *array.default = self.value(cell);
        }
        value
    }
}

/// The steps of a program on inputs.
///
/// # Errors
/// The text names no inputs of the program.
pub(super) fn trace_on_inputs(
    input: &Input,
    program: &TypedProgram,
    text: &str,
    others: Others,
) -> Result<Trace, String> {
    let (places, declared) = places_of_choices(&input.text);
    let values = read_inputs(text)?;
    let is_known =
        |name: &String| declared.contains(name) || places.iter().any(|place| place.name == *name);
    if let Some(name) = values.keys().find(|name| !is_known(name)) {
        return Err(format!("the program has no input `{name}`"));
    }
    let mut choices = NamedInputs {
        places,
        values,
        chosen: BTreeMap::new(),
        others,
        misfit: None,
        unordered: None,
    };
    let trace = run(program, &mut choices, RUN_STEPS);
    match choices.misfit {
        Some(name) => Err(format!("the value of `{name}` has another type than the variable")),
        None => match choices.unordered {
            Some(name) => Err(format!(
                "the program chooses the cells of `{name}` one after the other; write them in this order, as in `{name} = {{1, 2}}`"
            )),
            None => Ok(trace),
        },
    }
}

/// The inputs that the statements of an answer write to, and that the locked text declares.
pub(super) fn written_inputs(text: &str, fillings: &[Filling]) -> BTreeSet<String> {
    let is_said = |span: Span| fillings.iter().any(|f| f.span.join(span) == f.span);
    let mut inputs = BTreeSet::new();
    let mut written = BTreeSet::new();
    for stmt in &parse(text).0.body {
        stmt.visit(&mut |stmt: &Stmt| {
            if is_said(stmt.span) {
                return written.extend(writes(stmt));
            }
            inputs.extend(inputs_of(stmt));
            // A function that is called in a blank may write to its arguments.
            let calls = stmt.exprs().into_iter().flat_map(own_calls);
            let given = calls.filter(|call| is_said(call.span)).flat_map(|call| call.children());
            written.extend(given.filter_map(Expr::root).map(str::to_owned));
        });
    }
    inputs.intersection(&written).cloned().collect()
}

/// The inputs that a statement introduces: what is chosen, arrays without a first value, and parameters of `main`. Numbers
/// without a first value are often written before they are read.
fn inputs_of(stmt: &Stmt) -> Vec<String> {
    let name = |d: &Declarator| d.name.text.clone();
    match &stmt.kind {
        StmtKind::Declare { declarators, .. } => {
            let is_input = |d: &&Declarator| match &d.init {
                Some(value) => chooses(value),
                None => !d.dimensions.is_empty(),
            };
            declarators.iter().filter(is_input).map(name).collect()
        }
        StmtKind::Update { target, op: UpdateOp::Set(value) } if chooses(value) => {
            target.root().map(str::to_owned).into_iter().collect()
        }
        StmtKind::Havoc(targets) => {
            targets.iter().filter_map(Expr::root).map(str::to_owned).collect()
        }
        StmtKind::Function(function) if function.name.text == "main" => {
            function.params.iter().map(|param| name(&param.declarator)).collect()
        }
        _ => vec![],
    }
}

/// The value of an input, and of single cells of an array.
#[derive(Clone, Debug, Default, PartialEq)]
struct InputValue {
    whole: Option<Scalar>,
    cells: BTreeMap<Int, Scalar>,
    /// Whether some cells were named by their indices, and not in a list.
    by_index: bool,
}

#[derive(Clone, Debug, PartialEq)]
enum Scalar {
    Int(Int),
    Bool(bool),
}

impl Scalar {
    fn value(&self) -> Value {
        match self {
            Scalar::Int(n) => Value::Int(n.clone()),
            Scalar::Bool(b) => Value::Bool(*b),
        }
    }

    fn read(text: &str) -> Option<Scalar> {
        match text.trim() {
            "true" => Some(Scalar::Bool(true)),
            "false" => Some(Scalar::Bool(false)),
            number => number.parse().ok().map(Scalar::Int),
        }
    }
}

/// Reads `n = 3, a = {1, 2}, b[5] = 7`; lines and semicolons separate as well as commas.
fn read_inputs(text: &str) -> Result<BTreeMap<String, InputValue>, String> {
    let mut values: BTreeMap<String, InputValue> = BTreeMap::new();
    for part in split_outside_brackets(text) {
        let wrong =
            || format!("`{part}` is no input; write inputs as in `n = 3, a = {{1, 2}}, b[5] = 7`");
        let (name, value) = part.split_once('=').ok_or_else(wrong)?;
        let (name, value) = (name.trim(), value.trim());
        let (name, index) = match name.strip_suffix(']').and_then(|name| name.split_once('[')) {
            Some((name, index)) => (name.trim(), Some(index.trim().parse().map_err(|_| wrong())?)),
            None => (name, None),
        };
        let is_name = |c: char| c == '_' || c.is_ascii_alphanumeric();
        if name.is_empty() || !name.chars().all(is_name) {
            return Err(wrong());
        }
        let input = values.entry(name.to_owned()).or_default();
        let list = value.strip_prefix('{').and_then(|value| value.strip_suffix('}'));
        match (list, index) {
            (Some(list), None) => {
                let cells = list.split(',').filter(|cell| !cell.trim().is_empty());
                for (k, cell) in cells.enumerate() {
                    let cell = Scalar::read(cell).ok_or_else(wrong)?;
                    input.cells.insert(Int::from(k as i64), cell);
                }
            }
            (None, Some(index)) => {
                input.cells.insert(index, Scalar::read(value).ok_or_else(wrong)?);
                input.by_index = true;
            }
            (None, None) => input.whole = Some(Scalar::read(value).ok_or_else(wrong)?),
            (Some(_), Some(_)) => return Err(wrong()),
        }
    }
    Ok(values)
}

/// The parts of a text between commas, semicolons and ends of lines that are in no brackets.
pub(super) fn split_outside_brackets(text: &str) -> Vec<String> {
    let (mut parts, mut depth) = (vec![String::new()], 0_usize);
    for c in text.chars() {
        match c {
            '{' | '[' | '(' => depth += 1,
            '}' | ']' | ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        match (c, depth, parts.last_mut()) {
            (',' | ';' | '\n' | '\r', 0, _) => parts.push(String::new()),
            (_, _, Some(part)) => part.push(c),
            _ => {}
        }
    }
    parts.iter().map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
}

/// The place of a choice whose value goes to a variable.
struct ChoicePlace {
    span: Span,
    /// The variable.
    name: String,
    part: ChosenPart,
}

/// The part of a variable that is chosen.
#[derive(Clone)]
enum ChosenPart {
    /// All of it.
    Whole,
    /// This cell.
    Cell(Int),
    /// One cell after the other.
    Cells,
}

impl ChoicePlace {
    /// The place of a choice for a target; none for what is no variable.
    fn new(span: Span, target: &Expr) -> Option<ChoicePlace> {
        let part = match &target.kind {
            ExprKind::Index(_, index) => match &index.kind {
                ExprKind::Int(n) => ChosenPart::Cell(n.clone()),
                _ => ChosenPart::Cells,
            },
            _ => ChosenPart::Whole,
        };
        Some(ChoicePlace { span, name: target.root()?.to_owned(), part })
    }
}

/// The places of choices in values that go to a variable; and the variables without a first value.
fn places_of_choices(text: &str) -> (Vec<ChoicePlace>, BTreeSet<String>) {
    let (mut places, mut open) = (vec![], BTreeSet::new());
    let mut declare = |declarator: &Declarator, places: &mut Vec<ChoicePlace>| {
        let name = declarator.name.text.clone();
        match &declarator.init {
            None => drop(open.insert(name)),
            Some(value) if chooses(value) => {
                places.push(ChoicePlace { span: value.span, name, part: ChosenPart::Whole });
            }
            Some(_) => {}
        }
    };
    for stmt in &parse(text).0.body {
        stmt.visit(&mut |stmt: &Stmt| match &stmt.kind {
            StmtKind::Declare { declarators, .. } => {
                declarators.iter().for_each(|d| declare(d, &mut places));
            }
            StmtKind::Update { target, op: UpdateOp::Set(value) } if chooses(value) => {
                places.extend(ChoicePlace::new(value.span, target));
            }
            StmtKind::Havoc(targets) => {
                places.extend(
                    targets.iter().filter_map(|target| ChoicePlace::new(target.span, target)),
                );
            }
            _ => {}
        });
    }
    (places, open)
}

/// Choices by the names of variables, and others where none is named.
struct NamedInputs {
    places: Vec<ChoicePlace>,
    values: BTreeMap<String, InputValue>,
    /// How many cells each place has chosen, one after the other.
    chosen: BTreeMap<usize, usize>,
    others: Others,
    /// A variable whose value has another type.
    misfit: Option<String>,
    /// An array whose cells are named by indices, and chosen one after the other.
    unordered: Option<String>,
}

impl Choices for NamedInputs {
    fn choose(&mut self, choice: Choice<'_>) -> Value {
        let mut at = None;
        let (name, part) = match &choice {
            Choice::Initial(_, info) => (Some(info.source_name.clone()), ChosenPart::Whole),
            Choice::Nondet { span, .. } => {
                let holds = |place: &ChoicePlace| place.span.join(*span) == place.span;
                at = self.places.iter().position(holds);
                match at {
                    Some(at) => (Some(self.places[at].name.clone()), self.places[at].part.clone()),
                    None => (None, ChosenPart::Whole),
                }
            }
        };
        let other = self.others.value(choice.ty());
        let Some((name, input)) = name.and_then(|name| {
            let input = self.values.get(&name).cloned()?;
            Some((name, input))
        }) else {
            return other;
        };
        if matches!(part, ChosenPart::Cells) && input.by_index {
            self.unordered = Some(name.clone());
        }
        let value = match part {
            ChosenPart::Cell(k) => input.cell(&k, choice.ty(), self.others),
            ChosenPart::Cells => {
                let k = at.map_or(Int::from(0), |at| self.next_cell(at));
                input.cell(&k, choice.ty(), self.others)
            }
            ChosenPart::Whole => input.value_of(choice.ty(), self.others),
        };
        if value.is_none() {
            self.misfit = Some(name);
        }
        value.unwrap_or(other)
    }
}

impl NamedInputs {
    /// The number of the cell that a place chooses now, where it chooses one after the other.
    fn next_cell(&mut self, place: usize) -> Int {
        let chosen = self.chosen.entry(place).or_default();
        *chosen += 1;
        Int::from(*chosen - 1)
    }
}

impl InputValue {
    /// The value of one cell; none if it has another type.
    fn cell(&self, k: &Int, ty: Type, others: Others) -> Option<Value> {
        let named = self.cells.get(k).or(self.whole.as_ref());
        let value = named.map_or_else(|| others.value(ty), Scalar::value);
        value.has_type(ty).then_some(value)
    }

    /// The value of this type; none if it has another one.
    fn value_of(&self, ty: Type, others: Others) -> Option<Value> {
        let mut value = others.value(ty);
        match (&mut value, &self.whole) {
            (Value::Array(array), whole) => {
                // One value for an array is that of all its cells.
                if let Some(whole) = whole {
                    *array.default = whole.value();
                }
                self.cells.iter().for_each(|(k, cell)| array.set(k.clone(), cell.value()));
            }
            (_, Some(whole)) if self.cells.is_empty() => value = whole.value(),
            _ => return None,
        }
        value.has_type(ty).then_some(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(program: &str, inputs: &str) -> Result<Option<usize>, String> {
        let input = Input::program(program, &crate::Choices::default());
        let typed = input.program.as_ref().expect("no errors");
        run_on_inputs(&input, typed, inputs).map(|run| run.failed_after)
    }

    const PROGRAM: &str = "int n = nondet(0, 5);\nint a[n];\nbool b;\n\
                           if (b && n > 0 && a[n - 1] == 7) { assert(n == 1); }\n";

    #[test]
    fn a_run_takes_the_named_values() {
        assert_eq!(steps(PROGRAM, "n = 2, b = true, a = {0, 7}"), Ok(Some(5)));
        assert_eq!(steps(PROGRAM, "n = 3; b = true\na[2] = 7"), Ok(Some(5)));
        assert_eq!(steps(PROGRAM, "n = 1, b = true, a = 7"), Ok(None));
        assert_eq!(steps(PROGRAM, "n = 2, a = {0, 7}"), Ok(None));
    }

    #[test]
    fn cells_are_chosen_by_their_index_or_one_after_the_other() {
        let single = "int a[3];\na[1] = nondet();\nassert(a[1] != 7);\n";
        assert_eq!(steps(single, "a[1] = 7"), Ok(Some(3)));
        assert_eq!(steps(single, "a = {7, 8}"), Ok(None));
        assert_eq!(steps(single, "a = {8, 7}"), Ok(Some(3)));
        let all = "int n = nondet(0, 9);\nint a[n];\nfor (int i = 0; i < n; i++) { a[i] = nondet(); }\n\
                   assert(n < 3 || a[0] < a[1] || a[1] < a[2]);\n";
        assert!(matches!(steps(all, "n = 3, a = {3, 2, 1}"), Ok(Some(_))));
        assert_eq!(steps(all, "n = 3, a = {1, 2, 3}"), Ok(None));
        assert!(steps(all, "n = 3, a = {true}").is_err());
        assert!(steps(all, "n = 3, a[2] = 7").is_err(), "which one is not known");
    }

    #[test]
    fn what_is_no_input_is_said() {
        for inputs in ["m = 2", "n", "n = x", "n = {1}", "a[0] = {1}", "b = 3", "= 3", "a[x] = 1"] {
            assert!(steps(PROGRAM, inputs).is_err(), "{inputs}");
        }
    }
}
