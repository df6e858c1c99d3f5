//! What is still to be found out about each claim.

use super::{Form, Why};
use hornbook_base::AssertId;
use hornbook_horn::{ClauseId, Goal, System};
use std::collections::BTreeSet;

/// An assertion clause of the given form, and what is known of it.
#[derive(Clone, Debug)]
pub(super) struct Claim {
    pub(super) clause: ClauseId,
    pub(super) assert: Option<AssertId>,
    /// Whether nothing more is to be found out.
    pub(super) settled: bool,
    /// Whether `false` was derived, by form.
    given: bool,
    merged: bool,
    /// Why the engines do not look at it any more, although they have found nothing.
    pub(super) given_up: Option<Why>,
    /// Whether it is only meant to help, so that it must not stand in the way.
    pub(super) optional: bool,
    /// Whether it has to wait: one that is optional until all else is settled, another one for the next
    /// rung.
    pub(super) deferred: bool,
}

/// The claims of a system.
pub(super) fn of(system: &System, optional: &BTreeSet<AssertId>) -> Vec<Claim> {
    let claims = system.clauses.iter().filter(|c| matches!(c.goal, Goal::Cond(_)));
    let claim = |c: &hornbook_horn::Clause| Claim {
        clause: c.id,
        assert: c.origin.assert,
        settled: false,
        given: false,
        merged: false,
        given_up: None,
        optional: c.origin.assert.is_some_and(|a| optional.contains(&a)),
        deferred: false,
    };
    claims.map(claim).collect()
}

impl Claim {
    /// Whether the engines still have to do with it.
    pub(super) fn is_open(&self) -> bool {
        self.is_refutable() && self.given_up.is_none() && !self.deferred
    }

    /// Whether a derivation of false would tell more than is known.
    pub(super) fn is_refutable(&self) -> bool {
        !self.settled && !self.given
    }

    /// Whether there is something to do for it with this form of the clauses.
    pub(super) fn is_open_in(&self, form: Form) -> bool {
        self.is_open() && (form == Form::Given || !self.merged)
    }

    /// `false` was derived for it.
    pub(super) fn is_derived_in(&mut self, form: Form) {
        match form {
            Form::Given => self.given = true,
            Form::Merged => self.merged = true,
        }
    }

    /// Whether a clause of `system` violates it. Steps that were merged have clauses of their own
    /// for it; one that does not say whose it is could be anybody's.
    pub(super) fn is_violated_by(&self, clause: ClauseId, form: Form, system: &System) -> bool {
        match form {
            Form::Given => self.clause == clause,
            Form::Merged => {
                let assert = system.clause(clause).and_then(|c| c.origin.assert);
                assert.is_none() || assert == self.assert
            }
        }
    }
}
