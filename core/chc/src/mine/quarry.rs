//! What atoms are mined from: the cases of rules.

use super::branch::{Branch, branches};
use super::hull::Hull;
use crate::rule::{Atom, Rule};
use crate::settings::Mining;
use hornbook_base::{Budget, Int};
use hornbook_horn::linear::{Constraint, Linear};
use hornbook_horn::{PredId, System};

/// The cases of rules, and what the equations of each say of its atoms: all that does not depend on how rich a
/// vocabulary is wanted.
#[derive(Default)]
pub struct Quarry {
    pub(super) sites: Vec<Site>,
    /// Rules that were taken into their cases.
    rules: usize,
    whole: bool,
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
        let mut quarry = Quarry::default();
        while quarry.dig(rules, system, settings, &mut Budget::steps(u64::MAX)) {}
        quarry
    }

    /// Adds the cases of some more of the rules; whether there are more, which there are not once it is whole.
    pub fn dig(
        &mut self,
        rules: &[Rule],
        system: &System,
        settings: &Mining,
        budget: &mut Budget,
    ) -> bool {
        while let Some(rule) = rules.get(self.rules).filter(|_| !self.whole && budget.left() > 0) {
            let cases = branches(rule, settings.branches, budget).into_iter();
            for site in cases.map(|branch| Site::of(branch, system)) {
                budget.charge(site.work());
                self.sites.push(site);
            }
            self.rules += 1;
        }
        self.whole |= self.rules >= rules.len();
        !self.whole
    }

    /// Forms over the formal parameters of predicates that are at most 0 in some case of a rule, as far as the budget
    /// reaches.
    pub fn bounds(&self, budget: &mut Budget) -> Vec<(PredId, Linear)> {
        let said = |fact: &Constraint| match fact {
            Constraint::Le(form) => vec![form.clone()],
            Constraint::Eq(form) => both(form),
            _ => vec![],
        };
        let mut found = vec![];
        for site in &self.sites {
            if budget.left() == 0 {
                break;
            }
            let forms: Vec<Linear> = site.facts.iter().flat_map(said).collect();
            for (atom, hull) in site.atoms() {
                budget.charge(forms.len() as u64);
                let rewritten = forms.iter().filter_map(|form| Some(hull.rewrite(form)?.0));
                found.extend(rewritten.map(|form| (atom.pred, form)));
            }
        }
        found
    }

    /// The same of the numbers that parameters are in some case of a rule.
    pub fn numbers(&self) -> impl Iterator<Item = (PredId, Linear)> + '_ {
        self.sites.iter().flat_map(Site::atoms).flat_map(|(atom, hull)| {
            let numbers = hull.equations().iter().filter(|form| form.coeffs().len() == 1);
            numbers.flat_map(both).map(|form| (atom.pred, form)).collect::<Vec<_>>()
        })
    }
}

/// What is at most 0 where a form is 0.
fn both(form: &Linear) -> Vec<Linear> {
    vec![form.clone(), form.scale(&Int::MINUS_ONE)]
}

impl Site {
    fn of(branch: Branch, system: &System) -> Site {
        let (facts, equalities) = branch.constraints();
        let atoms = branch.head.iter().chain(&branch.body);
        let hull = |a: &Atom| Hull::new(&equalities, a, &system.pred(a.pred).params);
        let hulls = atoms.map(hull).collect();
        Site { branch, facts, equalities, hulls }
    }

    /// Steps that it takes to solve the equations for each atom: there is a row for each and for each argument.
    fn work(&self) -> u64 {
        let rows = |(atom, _): (&Atom, &Hull)| (self.equalities.len() + atom.args.len()) as u64;
        self.atoms().map(rows).map(|rows| rows * rows / 16).sum()
    }

    /// Steps that it takes to see which facts are about which atom.
    pub(super) fn pairs(&self) -> u64 {
        (self.facts.len() * self.hulls.len()) as u64 / 4
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
