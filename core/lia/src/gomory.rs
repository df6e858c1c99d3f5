//! Cuts: bounds on integer forms that hold for all integer solutions but not for the current point.
//!
//! A row of the tableau gives a fractional basic variable as its value plus multiples of the
//! distances of other variables from their bounds. Rounding the multiples up leaves an integer
//! form that is at most its current value, so at most the integer below it (Gomory 1958; Chvátal
//! 1973). As a split on that form whose upper half has no rational solution, a cut needs nothing
//! new of certificates.

use super::simplex::{Side, Simplex};
use super::tableau::{Combination, TVar, coefficient, combine, primitive};
use hornbook_base::{Int, Rat};

/// Limits for cuts: the number of variables of a form, and its coefficients.
const LONGEST: usize = 40;
const LARGEST: i64 = 1 << 40;

/// A form, with coprime coefficients and the first one positive, whose value is fractional now and
/// which a cut bounds from one side by the integer next to it.
pub(super) fn cut(simplex: &Simplex, basic: TVar) -> Option<Combination> {
    let row = simplex.row_of(basic)?;
    let own = coefficient(row, basic)?;
    let mut form = simplex.form(basic);
    for (v, c) in row.iter().filter(|(v, _)| *v != basic) {
        // The basic variable is `sum (-c / own) * v`.
        let rate = Rat::new(-c, own.clone())?;
        let rounded = match simplex.rests_on(*v)? {
            Side::Lower => rate.ceil(),
            Side::Upper => rate.floor(),
        };
        if !rounded.is_zero() {
            form = combine(&form, &Int::ONE, &simplex.form(*v), &-rounded);
        }
    }
    let form = primitive(form);
    let large = Int::from(LARGEST);
    let worthwhile = form.len() <= LONGEST && form.iter().all(|(_, c)| c.abs() < large);
    (worthwhile && !simplex.evaluate(&form).is_integer()).then_some(form)
}
