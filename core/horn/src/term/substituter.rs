//! One substitution applied to several terms.

use super::{Memo, Subst, Term, summary};

/// The bits of the variables in a substitution.
pub(super) fn bits(map: &Subst) -> u64 {
    map.keys().fold(0, |bits, v| bits | summary::bit(v))
}

/// Applies one substitution to several terms, which may share subterms, see [`Term::subst`].
pub struct Substituter<'m> {
    map: &'m Subst,
    bits: u64,
    done: Memo<Term>,
}

impl<'m> Substituter<'m> {
    /// A substituter for this substitution.
    pub fn for_map(map: &'m Subst) -> Substituter<'m> {
        Substituter { map, bits: bits(map), done: Memo::default() }
    }

    /// Applies the substitution to one more term.
    pub fn apply(&mut self, t: &Term) -> Term {
        t.subst_with(self.bits, self.map, &mut self.done)
    }
}
