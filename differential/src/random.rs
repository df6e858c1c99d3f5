//! Random formulas of several shapes. The same seed and number give the same formula.

use hornbook_base::Int;
use hornbook_corpus::dice::Dice;
use hornbook_horn::{Op, Sort, Term, Var};

/// What the formulas of a family look like.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// Its name in the table.
    pub name: &'static str,
    /// How a formula is put together.
    form: Form,
    /// How many integer variables there are.
    ints: usize,
    /// How many Boolean variables there are.
    bools: usize,
    /// Coefficients have at most so many bits.
    bits: usize,
    /// So do constants.
    constant: usize,
    /// Whether `ite`, `div` and `mod` occur at integer sort.
    rich: bool,
}

/// How a formula is put together.
#[derive(Clone, Copy, Debug)]
enum Form {
    /// Some formulas with connectives up to a depth, all demanded.
    Nested {
        /// How many at most.
        most: usize,
        /// How deep.
        depth: usize,
    },
    /// Many inequalities.
    Conjunction,
    /// Equalities, remainders and some bounds.
    Equalities,
    /// A disjunction of two differences for each of some pairs of variables.
    Differences,
    /// Forms between two numbers that are close, in a space without bounds.
    Slices,
}

const PLAIN: Family = Family {
    name: "",
    form: Form::Conjunction,
    ints: 3,
    bools: 0,
    bits: 3,
    constant: 4,
    rich: false,
};

/// All families.
pub const FAMILIES: [Family; 8] = [
    Family {
        name: "small, rich",
        form: Form::Nested { most: 8, depth: 2 },
        bools: 2,
        rich: true,
        ..PLAIN
    },
    Family { name: "wide conjunctions", ints: 8, constant: 6, ..PLAIN },
    Family { name: "equalities, parity", form: Form::Equalities, ints: 5, bits: 4, ..PLAIN },
    Family {
        name: "large coefficients",
        form: Form::Nested { most: 8, depth: 1 },
        bits: 70,
        constant: 70,
        ..PLAIN
    },
    Family { name: "large equalities", form: Form::Equalities, bits: 40, constant: 50, ..PLAIN },
    Family { name: "deep, Boolean", form: Form::Nested { most: 6, depth: 6 }, bools: 5, ..PLAIN },
    Family { name: "differences", form: Form::Differences, ints: 7, constant: 5, ..PLAIN },
    Family { name: "unbounded slices", form: Form::Slices, bits: 4, constant: 5, ..PLAIN },
];

impl Family {
    /// A formula of the family.
    pub fn formula(&self, seed: u64, number: u64) -> Term {
        let mut dice = dice(seed, self.name, number);
        let mut maker = Maker { family: *self, dice: &mut dice };
        match self.form {
            Form::Nested { most, depth } => maker.all_nested(most, depth),
            Form::Conjunction => maker.conjunction(),
            Form::Equalities => maker.equalities(),
            Form::Differences => maker.differences(),
            Form::Slices => maker.slices(),
        }
    }
}

/// The source of a formula: neighbouring seeds and numbers must not give similar ones (FNV-1a).
fn dice(seed: u64, name: &str, number: u64) -> Dice {
    let bytes = seed.to_le_bytes().into_iter().chain(number.to_le_bytes()).chain(name.bytes());
    let mix = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    Dice::new(bytes.fold(0xcbf2_9ce4_8422_2325, mix))
}

/// A number of at most so many bits; few bits and many are equally likely.
fn number(dice: &mut Dice, bits: usize) -> Int {
    let digits = dice.below(bits + 1);
    let size = (0..digits).fold(Int::ZERO, |n, _| &n + &n + Int::from(dice.below(2)));
    if dice.below(2) == 1 { -size } else { size }
}

/// Makes one formula.
struct Maker<'d> {
    family: Family,
    dice: &'d mut Dice,
}

impl Maker<'_> {
    fn int(&mut self) -> Term {
        Term::var(&Var::int(format!("x{}", self.dice.below(self.family.ints))))
    }

    fn constant(&mut self) -> Term {
        Term::int(number(self.dice, self.family.constant))
    }

    /// A sum of one to `most` variables with coefficients.
    fn sum(&mut self, most: usize) -> Term {
        let count = 1 + self.dice.below(most);
        let part = |_| {
            let coefficient = Term::int(number(self.dice, self.family.bits));
            Term::app(Op::Mul, vec![coefficient, self.int()])
        };
        Term::app(Op::Add, (0..count).map(part).collect())
    }

    fn linear(&mut self) -> Term {
        let sum = self.sum(3);
        Term::add(sum, self.constant())
    }

    fn divided(&mut self, op: Op) -> Term {
        let divisor = *self.dice.pick(&[-4i64, -3, -2, -1, 1, 2, 3, 4]);
        Term::app(op, vec![self.linear(), Term::int(divisor)])
    }

    fn integer(&mut self) -> Term {
        match self.dice.below(if self.family.rich { 7 } else { 4 }) {
            0..4 => self.linear(),
            4 => self.divided(Op::Div),
            5 => self.divided(Op::Mod),
            _ => Term::ite(self.comparison(false), self.linear(), self.linear()),
        }
    }

    fn comparison(&mut self, rich: bool) -> Term {
        let op = *self.dice.pick(&[Op::Lt, Op::Le, Op::Gt, Op::Ge, Op::Eq, Op::Eq, Op::Ne]);
        let side = if rich { Maker::integer } else { Maker::linear };
        Term::app(op, vec![side(self), side(self)])
    }

    fn atom(&mut self) -> Term {
        if self.family.bools > 0 && self.dice.below(4) == 0 {
            let name = format!("p{}", self.dice.below(self.family.bools));
            return Term::var(&Var::new(name, Sort::Bool));
        }
        self.comparison(true)
    }

    fn all_nested(&mut self, most: usize, depth: usize) -> Term {
        let count = 1 + self.dice.below(most);
        Term::app(Op::And, (0..count).map(|_| self.nested(depth)).collect())
    }

    fn nested(&mut self, depth: usize) -> Term {
        if depth == 0 || self.dice.below(6) == 0 {
            return self.atom();
        }
        let mut inner =
            |count: usize| (0..count).map(|_| self.nested(depth - 1)).collect::<Vec<_>>();
        let two = inner(2);
        match self.dice.below(8) {
            0 | 1 => Term::app(Op::And, two),
            2 | 3 => Term::app(Op::Or, two),
            4 => Term::app(Op::Implies, two),
            5 => Term::app(Op::Eq, two),
            6 => Term::app(Op::Ne, two),
            _ => Term::app(Op::Ite, [vec![self.atom()], two].concat()),
        }
    }

    fn conjunction(&mut self) -> Term {
        let count = 10 + self.dice.below(12);
        let part = |_| Term::le(self.sum(4), self.constant());
        Term::app(Op::And, (0..count).map(part).collect())
    }

    fn equalities(&mut self) -> Term {
        let (equalities, others) = (1 + self.dice.below(self.family.ints), 1 + self.dice.below(4));
        let mut parts: Vec<Term> =
            (0..equalities).map(|_| Term::eq(self.sum(4), self.constant())).collect();
        parts.extend((0..others).map(|_| self.parity_or_bound()));
        Term::app(Op::And, parts)
    }

    fn parity_or_bound(&mut self) -> Term {
        if self.dice.below(2) == 0 {
            return Term::le(self.sum(2), self.constant());
        }
        let divisor = *self.dice.pick(&[2i64, 3, 4, 6]);
        let rest = Term::int(self.dice.below(divisor.unsigned_abs() as usize));
        Term::eq(Term::app(Op::Mod, vec![self.sum(2), Term::int(divisor)]), rest)
    }

    fn difference(&mut self) -> Term {
        let (a, b) = (self.int(), self.int());
        Term::le(Term::sub(a, b), self.constant())
    }

    fn differences(&mut self) -> Term {
        let count = 12 + self.dice.below(20);
        let part = |_| Term::app(Op::Or, vec![self.difference(), self.difference()]);
        Term::app(Op::And, (0..count).map(part).collect())
    }

    fn slices(&mut self) -> Term {
        let count = 1 + self.dice.below(3);
        let parts = (0..count).flat_map(|_| {
            let form = Term::sub(self.sum(2), self.sum(1));
            let low = number(self.dice, self.family.constant);
            let high = &low + &Int::from(self.dice.below(3));
            [Term::le(Term::int(low), form.clone()), Term::le(form, Term::int(high))]
        });
        let parts = parts.collect();
        Term::app(Op::And, parts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn formulas_depend_on_seed_and_number_only() {
        for family in FAMILIES {
            assert_eq!(family.formula(1, 2), family.formula(1, 2), "{}", family.name);
            let all: BTreeSet<Term> = (0..50).map(|n| family.formula(1, n)).collect();
            assert!(all.len() > 45, "{}", family.name);
            assert_ne!(family.formula(1, 2), family.formula(2, 2), "{}", family.name);
        }
    }

    #[test]
    fn coefficients_become_large() {
        let mut dice = dice(1, "", 0);
        let limit = (0..70).fold(Int::ONE, |n, _| &n + &n);
        let numbers: Vec<Int> = (0..1000).map(|_| number(&mut dice, 70).abs()).collect();
        assert!(numbers.iter().all(|n| *n < limit));
        assert!(numbers.iter().any(|n| n.to_i64().is_none()));
    }
}
