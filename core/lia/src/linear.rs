//! Linear expressions over theory variables, and the normal form of their comparisons.

use super::tableau::{Combination, TVar, combine, content, divide, negate};
use hornbook_base::Int;

/// `sum c_i x_i + constant`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Linear {
    pub(super) terms: Combination,
    pub(super) constant: Int,
}

impl Linear {
    pub(super) fn var(v: TVar) -> Linear {
        Linear { terms: vec![(v, Int::ONE)], constant: Int::ZERO }
    }

    /// `self + n * other`.
    pub(super) fn plus(&self, n: &Int, other: &Linear) -> Linear {
        Linear {
            terms: combine(&self.terms, &Int::ONE, &other.terms, n),
            constant: &self.constant + &(n * &other.constant),
        }
    }

    pub(super) fn scaled(&self, n: &Int) -> Linear {
        Linear::default().plus(n, self)
    }

    /// The value, if there are no variables.
    pub(super) fn as_constant(&self) -> Option<&Int> {
        self.terms.is_empty().then_some(&self.constant)
    }
}

/// A sum whose parts may repeat and have any order.
#[derive(Default)]
pub(super) struct Sum {
    pub(super) terms: Combination,
    pub(super) constant: Int,
}

impl Sum {
    /// `self + n * form`.
    pub(super) fn add(&mut self, n: &Int, form: &Linear) {
        self.terms.extend(form.terms.iter().map(|(v, c)| (*v, n * c)));
        self.constant += &(n * &form.constant);
    }

    /// The sum with each variable once.
    pub(super) fn into_linear(self) -> Linear {
        let Sum { mut terms, constant } = self;
        terms.sort_by_key(|(v, _)| *v);
        terms.dedup_by(|(w, d), (v, c)| {
            let same = v == w;
            if same {
                *c += &*d;
            }
            same
        });
        terms.retain(|(_, c)| !c.is_zero());
        Linear { terms, constant }
    }
}

/// A comparison in normal form: coprime coefficients, the first one positive.
pub(super) enum Comparison {
    /// The comparison does not depend on variables.
    Known(bool),
    /// `form <= bound`, or its negation if not `positive`.
    Bound { form: Combination, bound: Int, positive: bool },
}

/// `linear <= 0` in normal form.
pub(super) fn at_most_zero(linear: Linear) -> Comparison {
    let Linear { terms: mut form, constant } = linear;
    let g = content(&form);
    if g.is_zero() {
        return Comparison::Known(!constant.is_positive());
    }
    divide(&mut form, &g);
    let bound = (-constant).div_floor(&g);
    if form[0].1.is_positive() {
        return Comparison::Bound { form, bound, positive: true };
    }
    // -f <= k is f >= -k, the negation of f <= -k - 1.
    negate(&mut form);
    Comparison::Bound { form, bound: -bound - Int::ONE, positive: false }
}

/// `linear = 0` in normal form.
pub(super) fn equal_zero(linear: Linear) -> Comparison {
    let Linear { terms: mut form, mut constant } = linear;
    let g = content(&form);
    if g.is_zero() {
        return Comparison::Known(constant.is_zero());
    }
    if form[0].1.is_negative() {
        negate(&mut form);
        constant = -constant;
    }
    divide(&mut form, &g);
    let bound = (-&constant).div_floor(&g);
    if &bound * &g == -constant {
        Comparison::Bound { form, bound, positive: true }
    } else {
        Comparison::Known(false)
    }
}
