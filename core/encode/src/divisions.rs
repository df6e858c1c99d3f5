//! Quotients and remainders by unknowns, Euclidean as in SMT-LIB: `a = b*q + r` with `0 <= r < |b|`. By zero the
//! quotient is 0 and the remainder `a`, so that the equation holds always.
//!
//! The equation has a product. Consequences of it are stated too, so that searches seldom need the laws of
//! products: both values where the quotient is -1, 0 or 1, which an index that wraps needs, the bounds of
//! the remainder, and for the quotient those of the dividend. Below a quantifier of the dividend only the
//! cases are stated.

use super::values::Values;
use hornbook_horn::term::{Op, Term};
use hornbook_lang::typed::TypedBinaryOp;

impl Values<'_, '_> {
    /// The quotient or the remainder of `a` by `b`.
    pub(super) fn divided(&mut self, op: TypedBinaryOp, a: Term, b: Term) -> Term {
        let (a, b) = (self.shared(a), self.shared(b));
        let applied = |op| Term::app(op, vec![a.clone(), b.clone()]);
        let is_new = !self.is_known(&applied(Op::Mod));
        let it = Division {
            quotient: self.standing_for(applied(Op::Div), "quotient"),
            rest: self.standing_for(applied(Op::Mod), "remainder"),
            a,
            b,
        };
        let is_fixed = self.is_settled(&it.rest);
        if !is_fixed {
            self.mark_opaque();
        } else if is_new {
            let product = self.product(it.quotient.clone(), it.b.clone());
            self.introduce(it.laws(&product));
        }
        match (op, is_fixed) {
            (TypedBinaryOp::Div, true) => it.quotient,
            (TypedBinaryOp::Div, false) => it.quotient_by_cases(),
            (_, true) => it.rest,
            (_, false) => it.rest_by_cases(),
        }
    }
}

/// `a = b * quotient + rest`.
struct Division {
    a: Term,
    b: Term,
    quotient: Term,
    rest: Term,
}

impl Division {
    /// The laws of quotients and remainders.
    fn laws(&self, product: &Term) -> Vec<Term> {
        let Division { a, b, quotient, rest } = self;
        let by_some = Term::or([
            Term::and([Term::lt(zero(), b.clone()), self.bounds(b, quotient)]),
            Term::and([Term::lt(b.clone(), zero()), self.bounds(&minus(b), &minus(quotient))]),
            Term::and([
                Term::eq(b.clone(), zero()),
                Term::eq(rest.clone(), a.clone()),
                Term::eq(quotient.clone(), zero()),
            ]),
        ]);
        vec![
            Term::eq(a.clone(), Term::add(product.clone(), rest.clone())),
            by_some,
            Term::eq(rest.clone(), self.rest_by_cases()),
            Term::eq(quotient.clone(), self.quotient_by_cases()),
        ]
    }

    /// The bounds of the remainder and the quotient by a divisor of this size.
    fn bounds(&self, size: &Term, quotient: &Term) -> Term {
        let (a, rest) = (&self.a, &self.rest);
        let up = Term::and([
            Term::le(zero(), a.clone()),
            Term::le(zero(), quotient.clone()),
            Term::le(quotient.clone(), a.clone()),
        ]);
        let down = Term::and([
            Term::lt(a.clone(), zero()),
            Term::le(a.clone(), quotient.clone()),
            Term::lt(quotient.clone(), zero()),
        ]);
        let within = [Term::le(zero(), rest.clone()), Term::lt(rest.clone(), size.clone())];
        Term::and(within.into_iter().chain([Term::or([up, down])]))
    }

    fn rest_by_cases(&self) -> Term {
        let Division { a, b, rest, .. } = self;
        let once = Term::sub(a.clone(), b.clone());
        self.by_cases([a.clone(), once, Term::add(a.clone(), b.clone()), rest.clone()])
    }

    fn quotient_by_cases(&self) -> Term {
        let [zero, one, minus_one] = [0, 1, -1].map(Term::int);
        self.by_cases([zero, one, minus_one, self.quotient.clone()])
    }

    /// A value for each case of the quotient by a positive divisor: 0, 1, -1, and any other.
    fn by_cases(&self, [at_zero, at_one, at_minus_one, other]: [Term; 4]) -> Term {
        let (a, b) = (&self.a, &self.b);
        let (sum, difference) = (Term::add(a.clone(), b.clone()), Term::sub(a.clone(), b.clone()));
        let within = Term::and([Term::le(zero(), a.clone()), Term::lt(a.clone(), b.clone())]);
        let once = Term::and([Term::le(b.clone(), a.clone()), Term::lt(difference, b.clone())]);
        let below = Term::and([Term::le(zero(), sum), Term::lt(a.clone(), zero())]);
        let rest = Term::ite(once, at_one, Term::ite(below, at_minus_one, other));
        Term::ite(within, at_zero, rest)
    }
}

fn zero() -> Term {
    Term::int(0)
}

fn minus(t: &Term) -> Term {
    Term::app(Op::Neg, vec![t.clone()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_base::Int;
    use hornbook_horn::fold::fold;

    /// Division by definition: `a = b*q + r` with `0 <= r < |b|`; by zero the quotient is 0.
    fn divided(a: i64, b: i64) -> (i64, i64) {
        if b == 0 {
            return (0, a);
        }
        let all = (-20..=20).flat_map(|q| (0..b.abs()).map(move |r| (q, r)));
        all.into_iter().find(|(q, r)| a == b * q + r).expect("a quotient")
    }

    #[test]
    fn laws_hold_of_all_quotients_and_cases_are_right() {
        for (a, b) in (-12..=12).flat_map(|a| (-12..=12).map(move |b| (a, b))) {
            let (q, r) = divided(a, b);
            let [ta, tb, quotient, rest] = [a, b, q, r].map(Term::int);
            let it = Division { a: ta, b: tb, quotient, rest };
            let laws = Term::and(it.laws(&Term::int(b * q)));
            assert_eq!(fold(&laws), Term::bool(true), "{a} by {b}");
            assert_eq!(fold(&it.rest_by_cases()), Term::int(r), "{a} by {b}");
            assert_eq!(fold(&it.quotient_by_cases()), Term::int(q), "{a} by {b}");
            if b != 0 {
                let n = Int::from(a);
                assert_eq!(n.div_euclid(&Int::from(b)), Some(Int::from(q)), "{a} by {b}");
            }
        }
    }
}
