//! Rules by which runs choose their inputs.

use hornbook_base::Int;
use hornbook_lang::interp::{ArrayValue, Choice, Choices, Value};
use hornbook_lang::typed::Type;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The rules with changing numbers: up, down, alternating.
pub(super) const COUNTING: usize = 3;

/// The rules of a run, as indices.
#[derive(Clone, Default)]
pub(super) struct Rules {
    /// The rules by choice point.
    pub(super) ranks: Vec<usize>,
    /// The rule of all other choice points.
    pub(super) rest: usize,
}

/// A choice point of a program: a declaration or an expression, by its number or position.
type ChoicePoint = (bool, u32);

/// The choice points of a program, in the order in which runs reached them.
pub(super) type ChoicePoints = BTreeMap<ChoicePoint, usize>;

/// The inputs of a run so far, and the rules for the next ones.
#[derive(Clone)]
pub(super) struct InputState {
    numbers: Rc<[Int]>,
    rules: Rules,
    /// The cells of an array with values of their own.
    cells: i64,
    /// The number of choices at each point.
    times: BTreeMap<ChoicePoint, i64>,
    /// The choices so far.
    pub(super) made: Vec<Value>,
}

impl InputState {
    /// The inputs of a new run.
    pub(super) fn new(numbers: &[Int], rules: Rules, cells: u64) -> InputState {
        let (cells, times) = (cells as i64, BTreeMap::new());
        InputState { numbers: numbers.into(), rules, cells, times, made: vec![] }
    }

    /// The value by a rule at a number of times, or in a cell. Arrays have `side` cells along each
    /// dimension.
    fn value(&self, ty: Type, rank: usize, at: i64, side: i64) -> Value {
        match ty {
            // The simplest rules for truth values: never, always, every other time.
            Type::Bool => Value::Bool(match rank % 3 {
                0 => false,
                1 => true,
                _ => at % 2 == 0,
            }),
            Type::Int => Value::Int(match self.numbers.get(rank) {
                Some(number) => number.clone(),
                None => match (rank - self.numbers.len()) % COUNTING {
                    0 => Int::from(at),
                    1 => Int::from(-at),
                    _ => Int::from(at % 2),
                },
            }),
            Type::Array(_) => {
                let cell = ty.cell().unwrap_or(Type::Int);
                let default = Box::new(self.value(cell, rank, side, side));
                let mut array = ArrayValue { default, ..ArrayValue::default() };
                (0..side).for_each(|k| array.set(Int::from(k), self.value(cell, rank, k, side)));
                Value::Array(array)
            }
        }
    }
}

/// The choices of one run.
pub(super) struct RuledInputs<'s> {
    pub(super) places: &'s mut ChoicePoints,
    pub(super) inputs: &'s mut InputState,
}

impl Choices for RuledInputs<'_> {
    fn choose(&mut self, choice: Choice<'_>) -> Value {
        let place = match choice {
            Choice::Initial(var, _) => (true, var.0),
            Choice::Nondet { span, .. } => (false, span.start),
        };
        let count = self.places.len();
        let number = *self.places.entry(place).or_insert(count);
        let inputs = &mut *self.inputs;
        let times = inputs.times.entry(place).or_default();
        *times += 1;
        let at = *times - 1;
        let rank = inputs.rules.ranks.get(number).copied().unwrap_or(inputs.rules.rest);
        let value = inputs.value(choice.ty(), rank, at, side(choice.ty(), inputs.cells));
        inputs.made.push(value.clone());
        value
    }
}

/// The number of cells along each dimension that gives about so many in all.
fn side(ty: Type, cells: i64) -> i64 {
    let Type::Array(array) = ty else { return 0 };
    let dimensions = u32::from(array.dimensions.max(1));
    let fill = |side: &i64| side.checked_pow(dimensions).is_none_or(|all| all >= cells);
    (1..cells).find(fill).unwrap_or(cells)
}
