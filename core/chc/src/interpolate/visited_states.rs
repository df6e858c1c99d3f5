//! The states of traces, as polyhedra beside the cases of counterexamples.

use super::polyhedron::Polyhedron;
use crate::trace_invariants::Row;
use hornbook_base::Int;
use hornbook_horn::linear::Linear;
use hornbook_horn::{Sort, Var};

/// The states of traces at one predicate.
pub(super) struct VisitedStates<'s> {
    rows: &'s [Row],
    /// The names of the arguments.
    names: &'s [Var],
}

impl<'s> VisitedStates<'s> {
    pub(super) fn new(rows: Option<&'s Vec<Row>>, names: &'s [Var]) -> VisitedStates<'s> {
        VisitedStates { rows: rows.map_or(&[], Vec::as_slice), names }
    }

    /// The state at which a form is greatest, if that is above zero.
    pub(super) fn beyond(&self, form: &Linear) -> Option<Polyhedron> {
        let values = self.rows.iter().filter_map(|row| Some((self.value(form, row)?, row)));
        let (value, row) = values.max_by(|(a, _), (b, _)| a.cmp(b))?;
        value.is_positive().then(|| self.polyhedron(row))
    }

    /// The value of a form; `None` if a variable has no known value.
    fn value(&self, form: &Linear, row: &Row) -> Option<Int> {
        form.coeffs().iter().try_fold(form.constant_part().clone(), |sum, (v, c)| {
            let at = self.names.iter().position(|name| name == v)?;
            Some(sum + c * &Int::from((*row.get(at)?)?))
        })
    }

    /// The known values of a state as a polyhedron.
    fn polyhedron(&self, row: &Row) -> Polyhedron {
        let known = || self.names.iter().zip(row).filter_map(|(v, n)| Some((v, (*n)?)));
        let number = |(v, n): (&Var, i64)| {
            (v.sort == Sort::Int).then(|| Linear::var(v).sub(&Linear::constant(n)))
        };
        let flag = |(v, n): (&Var, i64)| (v.sort == Sort::Bool).then(|| (v.clone(), n != 0));
        Polyhedron {
            least: vec![],
            equal: known().filter_map(number).collect(),
            flags: known().filter_map(flag).collect(),
        }
    }
}
