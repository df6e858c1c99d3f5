//! States that runs came to, beside the cases of counterexamples.

use super::sample::Sample;
use crate::learn::Row;
use hornbook_base::Int;
use hornbook_horn::linear::Linear;
use hornbook_horn::{Sort, Var};

/// The states at one predicate.
pub(super) struct Seen<'s> {
    rows: &'s [Row],
    /// The names of its arguments.
    names: &'s [Var],
}

impl<'s> Seen<'s> {
    pub(super) fn new(rows: Option<&'s Vec<Row>>, names: &'s [Var]) -> Seen<'s> {
        Seen { rows: rows.map_or(&[], Vec::as_slice), names }
    }

    /// The state that a form is greatest of, if that is above zero.
    pub(super) fn beyond(&self, form: &Linear) -> Option<Sample> {
        let values = self.rows.iter().filter_map(|row| Some((self.value(form, row)?, row)));
        let (value, row) = values.max_by(|(a, _), (b, _)| a.cmp(b))?;
        value.is_positive().then(|| self.sample(row))
    }

    /// The value of a form; `None` if something in it is not known.
    fn value(&self, form: &Linear, row: &Row) -> Option<Int> {
        form.coeffs().iter().try_fold(form.constant_part().clone(), |sum, (v, c)| {
            let at = self.names.iter().position(|name| name == v)?;
            Some(sum + c * &Int::from((*row.get(at)?)?))
        })
    }

    /// The state as a case: all that is known of it.
    fn sample(&self, row: &Row) -> Sample {
        let known = || self.names.iter().zip(row).filter_map(|(v, n)| Some((v, (*n)?)));
        let number = |(v, n): (&Var, i64)| {
            (v.sort == Sort::Int).then(|| Linear::var(v).sub(&Linear::constant(n)))
        };
        let flag = |(v, n): (&Var, i64)| (v.sort == Sort::Bool).then(|| (v.clone(), n != 0));
        Sample {
            least: vec![],
            equal: known().filter_map(number).collect(),
            flags: known().filter_map(flag).collect(),
        }
    }
}
