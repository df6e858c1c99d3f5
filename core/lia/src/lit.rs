//! Literals: a propositional variable or its negation.

use std::fmt;
use std::ops::Not;

/// A boolean term or its negation, as a [`Solver`](super::Solver) sees it. Only meaningful to the solver that
/// made it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(u32);

impl Lit {
    /// The literal that always holds: variable zero is fixed to true.
    pub(super) const TRUE: Lit = Lit(0);

    pub(super) fn new(var: usize, positive: bool) -> Lit {
        // A solver with two thousand million variables has run out of memory long ago.
        Lit((var as u32) << 1 | u32::from(!positive))
    }

    pub(super) fn var(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub(super) fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }

    pub(super) fn index(self) -> usize {
        self.0 as usize
    }

    /// The literal of the negated term.
    pub fn negate(self) -> Lit {
        Lit(self.0 ^ 1)
    }

    /// This literal if `positive`, else its negation.
    pub(super) fn with_sign(self, positive: bool) -> Lit {
        if positive { self } else { self.negate() }
    }
}

impl Not for Lit {
    type Output = Lit;
    fn not(self) -> Lit {
        self.negate()
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.is_positive() { "" } else { "-" };
        write!(f, "{sign}{}", self.var())
    }
}
