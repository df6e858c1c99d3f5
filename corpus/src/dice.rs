//! Numbers that look random and are the same on every machine (SplitMix64).

use hornbook_base::Int;
use hornbook_base::random::GOLDEN_GAMMA;
pub use hornbook_base::random::mix_bits;
use hornbook_lang::interp::{Choice, Choices, Value};
use hornbook_lang::typed::Type;

/// A source of numbers; the same seed gives the same numbers.
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// A source that begins at `seed`.
    pub fn new(seed: u64) -> Dice {
        Dice(mix_bits(seed))
    }

    /// A number below `n`, which is not zero.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(GOLDEN_GAMMA);
        (mix_bits(self.0) % n as u64) as usize
    }

    /// True in so many of a hundred cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of some things; there is at least one.
    pub fn pick<'t, T>(&mut self, from: &'t [T]) -> &'t T {
        &from[self.below(from.len())]
    }

    /// A small value; of an array the cells around the first few indices.
    pub fn value(&mut self, ty: Type) -> Value {
        match Value::zero(ty) {
            Value::Int(_) => Value::Int(self.small()),
            Value::Bool(_) => Value::Bool(self.chance(50)),
            Value::Array(mut array) => {
                let cell = ty.cell().unwrap_or(Type::Int);
                (-1..6i64).for_each(|i| array.set(Int::from(i), self.value(cell)));
                Value::Array(array)
            }
        }
    }

    /// A small number, from 0 to 4 most of the time.
    fn small(&mut self) -> Int {
        let width = if self.chance(80) { 5 } else { 10 };
        let from = if width == 5 { 0 } else { 4 };
        Int::from(self.below(width) as i64 - from)
    }
}

/// Chance makes the choices of a run.
impl Choices for Dice {
    fn choose(&mut self, choice: Choice<'_>) -> Value {
        self.value(choice.ty())
    }
}
