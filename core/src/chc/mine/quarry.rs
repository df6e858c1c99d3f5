//! What atoms are mined from: the cases of rules.

use super::branch::{Branch, branches};
use super::hull::Hull;
use crate::chc::rule::{Atom, Rule};
use crate::chc::settings::Mining;
use crate::horn::System;
use crate::horn::linear::{Constraint, Linear};

/// The cases of rules, and what the equations of each say of its atoms: all that does not depend on how rich a
/// vocabulary is wanted.
pub struct Quarry {
    pub(super) sites: Vec<Site>,
}

/// One of them.
pub(super) struct Site {
    pub(super) branch: Branch,
    pub(super) facts: Vec<Constraint>,
    pub(super) equalities: Vec<Linear>,
    /// For the head, if there is one, and the body.
    pub(super) hulls: Vec<Hull>,
}

impl Quarry {
    /// The cases of some rules.
    pub fn of(rules: &[Rule], system: &System, settings: &Mining) -> Quarry {
        let all = rules.iter().flat_map(|rule| branches(rule, settings.branches));
        Quarry { sites: all.map(|branch| Site::of(branch, system)).collect() }
    }
}

impl Site {
    fn of(branch: Branch, system: &System) -> Site {
        let (facts, equalities) = branch.constraints();
        let atoms = branch.head.iter().chain(&branch.body);
        let hull = |a: &Atom| Hull::new(&equalities, a, &system.pred(a.pred).params);
        let hulls = atoms.map(hull).collect();
        Site { branch, facts, equalities, hulls }
    }

    pub(super) fn atoms(&self) -> impl Iterator<Item = (&Atom, &Hull)> {
        self.branch.head.iter().chain(&self.branch.body).zip(&self.hulls)
    }

    pub(super) fn head(&self) -> Option<(&Atom, &Hull)> {
        self.atoms().next().filter(|_| self.branch.head.is_some())
    }

    pub(super) fn body(&self) -> impl Iterator<Item = (&Atom, &Hull)> {
        self.atoms().skip(usize::from(self.branch.head.is_some()))
    }
}
