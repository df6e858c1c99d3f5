//! Variables replaced in several terms at once.

use super::{Memo, Subst, Term, summary};

/// The bits of the variables in a map.
pub(super) fn bits(map: &Subst) -> u64 {
    map.keys().fold(0, |bits, v| bits | summary::bit(v))
}

/// Replaces the same variables in several terms, which may share what they are made of, see [`Term::subst`].
pub struct Replacing<'m> {
    map: &'m Subst,
    bits: u64,
    done: Memo<Term>,
}

impl<'m> Replacing<'m> {
    /// By these terms.
    pub fn by(map: &'m Subst) -> Replacing<'m> {
        Replacing { map, bits: bits(map), done: Memo::default() }
    }

    /// In one more term.
    pub fn within(&mut self, t: &Term) -> Term {
        t.subst_all(self.bits, self.map, &mut self.done)
    }
}
