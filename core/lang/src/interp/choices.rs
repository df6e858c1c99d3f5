//! Sources of the values that a program leaves open.

use super::Value;
use crate::typed::{Type, VarId, VarInfo};
use hornbook_base::Span;
use std::rc::Rc;

/// A choice that a run needs.
#[derive(Clone, Copy, Debug)]
pub enum Choice<'p> {
    /// The value of a variable that is declared without one.
    Initial(VarId, &'p VarInfo),
    /// The value of a `nondet()` or a `havoc`, or the other cells of a `sub_array`.
    Nondet {
        /// Its place.
        span: Span,
        /// The type it must have.
        ty: Type,
    },
}

impl Choice<'_> {
    /// The type that the value must have.
    pub fn ty(&self) -> Type {
        match self {
            Choice::Initial(_, info) => info.ty,
            Choice::Nondet { ty, .. } => *ty,
        }
    }
}

/// A source of choices.
pub trait Choices {
    /// The next value. One of another type than [`Choice::ty`] ends the run as undecided.
    fn choose(&mut self, choice: Choice<'_>) -> Value;
}

/// Choices from a list, in order; after its end zero, false and arrays of zeros.
#[derive(Clone, Debug, Default)]
pub struct ListedChoices {
    values: Rc<[Value]>,
    next: usize,
    misfits: Vec<usize>,
}

impl ListedChoices {
    /// Choices that replay `values`.
    pub fn new(values: Vec<Value>) -> ListedChoices {
        ListedChoices { values: values.into(), next: 0, misfits: vec![] }
    }

    /// The number of choices so far.
    pub fn made(&self) -> usize {
        self.next
    }

    /// The positions of values that had the wrong type for their choice; zero (or false, or an
    /// array of zeros) was used instead.
    pub fn misfits(&self) -> &[usize] {
        &self.misfits
    }
}

impl Choices for ListedChoices {
    fn choose(&mut self, choice: Choice<'_>) -> Value {
        let listed = self.values.get(self.next);
        let misfit = listed.is_some_and(|value| !value.has_type(choice.ty()));
        if misfit {
            self.misfits.push(self.next);
        }
        self.next += 1;
        listed.filter(|_| !misfit).cloned().unwrap_or_else(|| Value::zero(choice.ty()))
    }
}
