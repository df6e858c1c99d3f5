//! Random runs with small values, for programs whose clauses are hard: the search along clauses cannot
//! decide a product of two unknowns, but the interpreter computes it.

use crate::Candidate;
use hornbook_base::Int;
use hornbook_lang::interp::{ArrayValue, Choice, Choices, Value, run};
use hornbook_lang::typed::{Type, TypedProgram};

/// The most steps of one run.
const RUN_STEPS: usize = 1_000;

/// The first runs, which choose one number everywhere.
const SAME_RUNS: u64 = 40;

/// Cells of an array that get values of their own.
const OWN_CELLS: i64 = 8;

/// The assertions that some small run violates, each with the choices of the first such run.
pub fn find_violations(program: &TypedProgram, runs: u64) -> Vec<Candidate> {
    let mut found: Vec<Candidate> = vec![];
    for number in 0..runs {
        let mut choices = SmallInputs::new(number);
        let trace = run(program, &mut choices, RUN_STEPS);
        for (assert, _) in trace.failed {
            if !found.iter().any(|known| known.assert == assert) {
                found.push(Candidate { assert, choices: choices.made.clone(), steps: None });
            }
        }
    }
    found
}

/// The inputs of one run. The first runs choose the same number everywhere, later ones mix small numbers;
/// equal runs get equal inputs.
pub struct SmallInputs {
    run: u64,
    /// The choices so far.
    pub made: Vec<Value>,
}

impl SmallInputs {
    /// The inputs of a run.
    pub fn new(run: u64) -> SmallInputs {
        SmallInputs { run, made: vec![] }
    }

    /// The inputs of a run of which every third chooses the same number everywhere, and the others mix.
    pub fn mixed(run: u64) -> SmallInputs {
        let run = if run.is_multiple_of(3) { run / 3 } else { SAME_RUNS + run };
        SmallInputs::new(run)
    }

    fn number(&self, salt: u64) -> i64 {
        if self.run < SAME_RUNS {
            let n = (self.run / 2) as i64;
            return if self.run.is_multiple_of(2) { n } else { -n };
        }
        // A hash of run, place and cell (the finaliser of SplitMix64).
        let mut z = (self.run << 32) ^ ((self.made.len() as u64) << 8) ^ salt;
        z = z.wrapping_add(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let width = 4 + self.run / 20;
        ((z >> 16) % width) as i64 - 1
    }

    fn value(&self, ty: Type, salt: u64) -> Value {
        match ty {
            Type::Int => Value::Int(Int::from(self.number(salt))),
            Type::Bool => Value::Bool(self.number(salt).rem_euclid(2) == 0),
            Type::Array(_) => {
                let mut zero = Value::zero(ty);
                if let (Value::Array(array), Some(cell)) = (&mut zero, ty.cell()) {
                    *array.default = self.value(cell, salt * 11);
                    self.fill(array, cell, salt);
                }
                zero
            }
        }
    }

    fn fill(&self, array: &mut ArrayValue, cell: Type, salt: u64) {
        for k in 0..OWN_CELLS {
            array.set(Int::from(k), self.value(cell, salt * 11 + k as u64 + 1));
        }
    }
}

impl Choices for SmallInputs {
    fn choose(&mut self, choice: Choice<'_>) -> Value {
        let value = self.value(choice.ty(), 0);
        self.made.push(value.clone());
        value
    }
}
