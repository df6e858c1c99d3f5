//! Whether a run that is shown fails when its shown choices are made again.
//!
//! Of arrays only the cells are shown that the run touches. An assumption about all cells reads more
//! than that, so the others are tried with a few values.

use hornbook_base::Int;
use hornbook_lang::interp::{Choice, Choices, Machine, State, Status, StepKind, Value};
use hornbook_lang::typed::TypedProgram;
use hornbook_records::{Run, RunStep};

/// The values of the cells that are not shown: a number, or each its own index.
#[derive(Clone, Copy)]
enum UnshownCells {
    Same(i64),
    Index,
}

/// Whether the interpreter reaches the failure in equal steps.
pub fn fails(program: &TypedProgram, run: &Run) -> bool {
    let mut rests: Vec<UnshownCells> =
        [0, 1, -1, 2, -2, 3, 4, 5, -5, 9].map(UnshownCells::Same).to_vec();
    rests.push(UnshownCells::Index);
    let pairs = rests.iter().flat_map(|first| rests.iter().map(move |other| [*first, *other]));
    pairs.into_iter().any(|rests| fails_with(program, run, rests))
}

fn fails_with(program: &TypedProgram, run: &Run, rests: [UnshownCells; 2]) -> bool {
    let mut machine = Machine::new(program);
    let mut state = State::default();
    for shown in &run.steps {
        let status = machine.step(&mut ShownChoices { run, step: shown, rests });
        let Some(step) = machine.last_step() else { return false };
        state.apply(step);
        if let StepKind::Assert { id, value } = step.kind
            && id == run.assert
            && step.span == shown.span
            && value == Some(false)
        {
            return true;
        }
        if status != Status::Running
            || step.span != shown.span
            || !shows_state(program, &state, shown)
        {
            return false;
        }
    }
    false
}

/// Whether a state has the numbers and truth values that are shown. It may also have those of variables that are out of
/// scope, perhaps of the same name.
fn shows_state(program: &TypedProgram, state: &State, shown: &RunStep) -> bool {
    let has = |name: &str, wanted: &str| {
        state.scalars.iter().any(|(var, value)| {
            let is_value = match value {
                Value::Int(n) => n.to_string() == wanted,
                Value::Bool(b) => b.to_string() == wanted,
                Value::Array(_) => false,
            };
            is_value && program.var(*var).source_name == name
        })
    };
    shown.scalars.iter().all(|(name, value)| has(name, value))
}

/// The choices that a run shows at one of its steps.
struct ShownChoices<'r> {
    run: &'r Run,
    step: &'r RunStep,
    rests: [UnshownCells; 2],
}

impl ShownChoices<'_> {
    /// The value of a variable behind the step.
    fn scalar(&self, name: &str) -> Option<Int> {
        let (_, value) = self.step.scalars.iter().find(|(n, _)| n == name)?;
        value.parse().ok()
    }

    /// An array with the cells that are shown among the choices, as in `a[0] = 1`.
    fn array(&self, name: &str, zero: Value) -> Value {
        let Value::Array(mut array) = zero else { return zero };
        match self.rests[usize::from(name != "a")] {
            UnshownCells::Same(n) => *array.default = Value::Int(Int::from(n)),
            UnshownCells::Index => (-9..30i64).for_each(|k| {
                array.set(Int::from(k), Value::Int(Int::from(k)));
            }),
        }
        for (index, value) in self.run.choices.iter().filter_map(|choice| cell(choice, name)) {
            array.set(index, Value::Int(value));
        }
        Value::Array(array)
    }

    /// The number that the step gave a variable or a cell; none of the programs chooses anything else.
    fn changed(&self) -> Option<Int> {
        let changed = self.step.changed.first()?;
        if changed.indices.is_empty() {
            return self.scalar(&changed.name);
        }
        let array = self.step.arrays.iter().find(|array| array.name == changed.name)?;
        let (_, value) = array.cells.iter().find(|(indices, _)| *indices == changed.indices)?;
        value.parse().ok()
    }
}

fn cell(choice: &str, name: &str) -> Option<(Int, Int)> {
    let (index, value) = choice.strip_prefix(name)?.strip_prefix('[')?.split_once("] = ")?;
    Some((index.parse().ok()?, value.parse().ok()?))
}

impl Choices for ShownChoices<'_> {
    fn choose(&mut self, choice: Choice<'_>) -> Value {
        let zero = Value::zero(choice.ty());
        let shown = match choice {
            Choice::Initial(_, info) if info.ty.is_array() => {
                return self.array(&info.source_name, zero);
            }
            Choice::Initial(_, info) => self.scalar(&info.source_name),
            Choice::Nondet { .. } => self.changed(),
        };
        shown.map_or(zero, Value::Int)
    }
}
