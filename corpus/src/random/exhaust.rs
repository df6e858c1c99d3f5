//! Every run of a program with few cells and few values, as far as a number of runs goes.

use crate::dice::Dice;
use hornbook_base::Int;
use hornbook_lang::interp::{Choice, Choices, Trace, Value, run};
use hornbook_lang::typed::{Type, TypedProgram};

/// The range of lengths, which are the first choice of every program.
const LENGTHS: [i64; 2] = [-1, 5];
/// Steps of a run.
const STEPS: usize = 600;

/// The numbers of runs.
#[derive(Clone, Copy, Debug)]
pub struct RunLimits {
    /// The greatest number of enumerated runs for each length.
    pub ordered: usize,
    /// The number of runs with random choices.
    pub random: usize,
}

/// Makes runs until `look` stops them; returns their number.
pub fn runs(
    program: &TypedProgram,
    extent: RunLimits,
    dice: &mut Dice,
    mut look: impl FnMut(&Trace) -> bool,
) -> usize {
    let mut made = 0;
    for length in LENGTHS[0]..LENGTHS[1] {
        let mut choices = EnumeratedChoices::new(length, dice);
        for _ in 0..extent.ordered {
            choices.at = 0;
            made += 1;
            if look(&run(program, &mut choices, STEPS)) {
                return made;
            }
            if !choices.next() {
                break;
            }
        }
    }
    for _ in 0..extent.random {
        made += 1;
        if look(&run(program, &mut RandomChoices(dice), STEPS)) {
            return made;
        }
    }
    made
}

/// Random choices of small values.
struct RandomChoices<'d>(&'d mut Dice);

impl Choices for RandomChoices<'_> {
    fn choose(&mut self, choice: Choice<'_>) -> Value {
        self.0.value(choice.ty())
    }
}

/// Enumerated choices: a choice is a digit, its number of values the base, and the next run increments the
/// number. Values are three neighbouring numbers; cells outside of the length have another.
struct EnumeratedChoices {
    length: i64,
    low: i64,
    outside: i64,
    digits: Vec<(usize, usize)>,
    at: usize,
}

/// The number of values of a choice.
const VALUES: usize = 3;

impl EnumeratedChoices {
    fn new(length: i64, dice: &mut Dice) -> EnumeratedChoices {
        let low = dice.below(4) as i64 - 1;
        let outside = *dice.pick(&[0, -2, 1, 7]);
        EnumeratedChoices { length, low, outside, digits: vec![], at: 0 }
    }

    /// Advances to the next run; false when there is none.
    fn next(&mut self) -> bool {
        self.digits.truncate(self.at);
        while let Some((digit, base)) = self.digits.last_mut() {
            *digit += 1;
            if digit < base {
                return true;
            }
            self.digits.pop();
        }
        false
    }

    fn digit(&mut self, base: usize) -> usize {
        if self.at == self.digits.len() {
            self.digits.push((0, base));
        }
        self.at += 1;
        self.digits[self.at - 1].0
    }

    fn number(&mut self) -> Value {
        Value::Int(Int::from(self.low + self.digit(VALUES) as i64))
    }
}

impl Choices for EnumeratedChoices {
    fn choose(&mut self, choice: Choice<'_>) -> Value {
        match Value::zero(choice.ty()) {
            Value::Int(_) if self.at == 0 => {
                self.digit(1);
                Value::Int(Int::from(self.length))
            }
            Value::Int(_) => self.number(),
            Value::Bool(_) => Value::Bool(self.digit(2) == 1),
            Value::Array(mut array) => {
                if choice.ty() == Type::INT_ARRAY {
                    *array.default = Value::Int(Int::from(self.outside));
                    (0..self.length).for_each(|k| array.set(Int::from(k), self.number()));
                }
                Value::Array(array)
            }
        }
    }
}
