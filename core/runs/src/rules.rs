//! Rules by which runs choose their values.

use hornbook_base::Int;
use hornbook_lang::interp::{ArrayValue, Choice, Choices, Value};
use hornbook_lang::typed::Type;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Rules that are not the same number every time: up, down, every other time.
pub(super) const COUNTING: usize = 3;

/// The rules of a run, by their numbers.
#[derive(Clone, Default)]
pub(super) struct Rules {
    /// By place.
    pub(super) ranks: Vec<usize>,
    /// For all other places.
    pub(super) rest: usize,
}

/// A place where a program chooses: a declaration or an expression, by its number or position.
type Place = (bool, u32);

/// The places where a program chooses, in the order in which runs came to them.
pub(super) type Places = BTreeMap<Place, usize>;

/// What a run has chosen, and how it goes on.
#[derive(Clone)]
pub(super) struct Chosen {
    numbers: Rc<[Int]>,
    rules: Rules,
    /// Cells of an array that get values of their own.
    cells: i64,
    /// How often each place has chosen.
    times: BTreeMap<Place, i64>,
    /// The choices so far.
    pub(super) made: Vec<Value>,
}

impl Chosen {
    /// Nothing yet.
    pub(super) fn new(numbers: &[Int], rules: Rules, cells: u64) -> Chosen {
        let (cells, times) = (cells as i64, BTreeMap::new());
        Chosen { numbers: numbers.into(), rules, cells, times, made: vec![] }
    }

    /// What a rule makes of a number of times, or of a cell. So many cells lie along each dimension of an array.
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
pub(super) struct Ruled<'s> {
    pub(super) places: &'s mut Places,
    pub(super) chosen: &'s mut Chosen,
}

impl Choices for Ruled<'_> {
    fn choose(&mut self, choice: Choice<'_>) -> Value {
        let place = match choice {
            Choice::Initial(var, _) => (true, var.0),
            Choice::Nondet { span, .. } => (false, span.start),
        };
        let count = self.places.len();
        let number = *self.places.entry(place).or_insert(count);
        let chosen = &mut *self.chosen;
        let times = chosen.times.entry(place).or_default();
        *times += 1;
        let at = *times - 1;
        let rank = chosen.rules.ranks.get(number).copied().unwrap_or(chosen.rules.rest);
        let value = chosen.value(choice.ty(), rank, at, side(choice.ty(), chosen.cells));
        chosen.made.push(value.clone());
        value
    }
}

/// How many cells along each dimension make about so many in all.
fn side(ty: Type, cells: i64) -> i64 {
    let Type::Array(array) = ty else { return 0 };
    let dimensions = u32::from(array.dimensions.max(1));
    let fill = |side: &i64| side.checked_pow(dimensions).is_none_or(|all| all >= cells);
    (1..cells).find(fill).unwrap_or(cells)
}
