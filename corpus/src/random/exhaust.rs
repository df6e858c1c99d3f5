//! Every run of a program with few cells and few values, as far as a number of runs goes.

use crate::dice::Dice;
use hornbook_base::Int;
use hornbook_lang::interp::{Choice, Choices, Trace, Value, run};
use hornbook_lang::typed::{Type, TypedProgram};

/// The length that the first choice of every program is, from the first to before the second.
const LENGTHS: [i64; 2] = [-1, 5];
/// Steps of a run.
const STEPS: usize = 600;

/// How many runs there are.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// At most so many for each length, in order.
    pub ordered: usize,
    /// And so many with choices of all kinds.
    pub random: usize,
}

/// Makes runs until `look` says that it has seen enough; says how many there were.
pub fn runs(
    program: &TypedProgram,
    extent: Extent,
    dice: &mut Dice,
    mut look: impl FnMut(&Trace) -> bool,
) -> usize {
    let mut made = 0;
    for length in LENGTHS[0]..LENGTHS[1] {
        let mut choices = Ordered::new(length, dice);
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
        if look(&run(program, &mut Any(dice), STEPS)) {
            return made;
        }
    }
    made
}

/// Choices of any small values.
struct Any<'d>(&'d mut Dice);

impl Choices for Any<'_> {
    fn choose(&mut self, choice: Choice<'_>) -> Value {
        self.0.value(choice.ty())
    }
}

/// Choices in order: a choice is a digit, its number of values the base, and the next run counts
/// one further. Values are three neighbouring numbers; cells outside of the length have another.
struct Ordered {
    length: i64,
    low: i64,
    outside: i64,
    digits: Vec<(usize, usize)>,
    at: usize,
}

/// How many values a number may have.
const VALUES: usize = 3;

impl Ordered {
    fn new(length: i64, dice: &mut Dice) -> Ordered {
        let low = dice.below(4) as i64 - 1;
        let outside = *dice.pick(&[0, -2, 1, 7]);
        Ordered { length, low, outside, digits: vec![], at: 0 }
    }

    /// Goes on to the next run; false when there is none.
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

impl Choices for Ordered {
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
