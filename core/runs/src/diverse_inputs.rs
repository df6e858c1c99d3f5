//! Diverse inputs for sampled runs: numbers are small so that loops end, and cells differ so that few are
//! equal by chance.

use hornbook_base::Int;
use hornbook_lang::interp::{ArrayValue, Choice, Choices, Value};
use hornbook_lang::typed::Type;

/// The inputs of one run; equal runs get equal inputs.
pub(super) struct DiverseInputs {
    run: u64,
    attempt: u64,
    /// The cells of an array with values of their own.
    cells: u64,
    made: u64,
}

/// The distribution of the cells of a run.
enum CellDistribution {
    /// Numbers up to a thousand, mostly different.
    Wide,
    /// Numbers up to a thousand in increasing order.
    Increasing,
    /// Few numbers, many of them equal.
    Narrow,
    /// Digits.
    Digits,
}

impl DiverseInputs {
    /// The inputs for an attempt of a run.
    pub(super) fn new(run: u64, attempt: u64, cells: usize) -> DiverseInputs {
        DiverseInputs { run, attempt, cells: cells as u64, made: 0 }
    }

    fn distribution(&self) -> CellDistribution {
        match self.run % 4 {
            0 => CellDistribution::Wide,
            1 => CellDistribution::Increasing,
            2 => CellDistribution::Narrow,
            _ => CellDistribution::Digits,
        }
    }

    /// A hash of run, place and cell (the finaliser of SplitMix64).
    fn hash_bits(&self, cell: u64) -> i64 {
        let mut z = (self.attempt << 56) ^ (self.run << 40) ^ (self.made << 20) ^ cell;
        z = z.wrapping_add(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z >> 20) as i64
    }

    /// A number, larger in later runs; one in eight is negative.
    fn number(&self) -> i64 {
        let n = self.hash_bits(0) % (4 + self.run as i64 / 8);
        if self.hash_bits(1) % 8 == 0 { -n } else { n }
    }

    fn cell(&self, at: u64, before: i64) -> i64 {
        match self.distribution() {
            CellDistribution::Wide => self.hash_bits(at + 2) % 1_000 - 200,
            CellDistribution::Increasing => before + self.hash_bits(at + 2) % 40,
            CellDistribution::Narrow => self.hash_bits(at + 2) % 4,
            CellDistribution::Digits => self.hash_bits(at + 2) % 10,
        }
    }

    fn array(&self, ty: Type, depth: usize, first: u64) -> Value {
        let mut value = Value::zero(ty);
        if let (Value::Array(array), Some(cell)) = (&mut value, ty.cell()) {
            self.fill(array, cell, depth, first);
        }
        value
    }

    fn fill(&self, array: &mut ArrayValue, ty: Type, depth: usize, first: u64) {
        let mut before = self.hash_bits(first) % 20;
        // The array has one cell beyond each end.
        for k in 0..along(depth, self.cells as usize) as u64 {
            let at = first * (self.cells + 1) + k + 1;
            before = self.cell(at, before);
            let value = match ty {
                Type::Int => Value::Int(Int::from(before)),
                Type::Bool => Value::Bool(before % 2 == 0),
                Type::Array(_) => self.array(ty, depth, at),
            };
            array.set(Int::from(k as i64 - 1), value);
        }
    }
}

impl Choices for DiverseInputs {
    fn choose(&mut self, choice: Choice<'_>) -> Value {
        self.made += 1;
        match choice.ty() {
            Type::Int => Value::Int(Int::from(self.number())),
            Type::Bool => Value::Bool(self.hash_bits(0) % 2 == 0),
            ty @ Type::Array(_) => {
                let depth = std::iter::successors(ty.cell(), |ty| ty.cell()).count();
                self.array(ty, depth, 0)
            }
        }
    }
}

/// The most cells of an array: nested arrays have few along each dimension.
const CELLS: usize = 2_000;

/// The number of cells along each of these dimensions.
pub(crate) fn along(dimensions: usize, most: usize) -> usize {
    let all = |n: usize| (0..dimensions).try_fold(1usize, |all, _| all.checked_mul(n));
    (2..=most).rev().find(|n| all(*n).is_some_and(|all| all <= CELLS)).unwrap_or(2)
}
