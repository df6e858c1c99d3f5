//! The cases of rules, from which atoms are collected.

use super::branch::{Branch, branches};
use super::hull::{Hull, MarkedFormals};
use crate::rule::{Atom, Rule};
use hornbook_base::{Budget, Int};
use hornbook_horn::linear::{Constraint, Linear};
use hornbook_horn::{PredId, System};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The most cases of a condition, for each rule.
const MAX_BRANCHES: usize = 64;

/// The cases of rules with the equations that each implies for its atoms: the part of the collection that
/// does not depend on the vocabulary level.
#[derive(Default)]
pub struct RuleCases {
    pub(super) cases: Vec<RuleCase>,
    /// The number of rules whose cases are there.
    rules: usize,
    whole: bool,
    marked: FormalsByPred,
}

/// The formal parameters of predicates; all hulls of a predicate share them.
type FormalsByPred = BTreeMap<PredId, Rc<MarkedFormals>>;

/// A case of a rule.
pub(super) struct RuleCase {
    pub(super) branch: Branch,
    pub(super) facts: Vec<Constraint>,
    pub(super) equalities: Vec<Linear>,
    /// The hulls of the head, if there is one, and the body.
    pub(super) hulls: Vec<Hull>,
}

impl RuleCases {
    /// The cases of all rules.
    pub fn from_rules(rules: &[Rule], system: &System) -> RuleCases {
        let mut rule_cases = RuleCases::default();
        while rule_cases.add_cases(rules, system, &mut Budget::steps(u64::MAX)) {}
        rule_cases
    }

    /// Adds the cases of some more of the rules; whether there are more. There are none once all rules were
    /// seen.
    pub(crate) fn add_cases(
        &mut self,
        rules: &[Rule],
        system: &System,
        budget: &mut Budget,
    ) -> bool {
        while let Some(rule) = rules.get(self.rules).filter(|_| !self.whole && budget.left() > 0) {
            for branch in branches(rule, MAX_BRANCHES, budget) {
                let case = RuleCase::from_branch(branch, system, &mut self.marked);
                budget.charge(case.work());
                self.cases.push(case);
            }
            self.rules += 1;
        }
        self.whole |= self.rules >= rules.len();
        !self.whole
    }

    /// Gives back memory between two collections.
    pub(crate) fn forget_equations(&mut self) {
        self.cases.iter_mut().flat_map(|case| &mut case.hulls).for_each(Hull::forget_equations);
    }

    /// Forms over the formal parameters of predicates that are at most 0 in some case of a rule, as far as
    /// the budget reaches.
    pub(crate) fn bounds(&self, budget: &mut Budget) -> Vec<(PredId, Linear)> {
        let said = |fact: &Constraint| match fact {
            Constraint::Le(form) => vec![form.clone()],
            Constraint::Eq(form) => both(form),
            _ => vec![],
        };
        let mut found = vec![];
        for case in &self.cases {
            if budget.left() == 0 {
                break;
            }
            let forms: Vec<Linear> = case.facts.iter().flat_map(said).collect();
            for (atom, hull) in case.atoms() {
                budget.charge(forms.len() as u64);
                let rewritten = forms.iter().filter_map(|form| Some(hull.rewrite(form)?.0));
                found.extend(rewritten.map(|form| (atom.pred, form)));
            }
        }
        found
    }

    /// Forms of one formal parameter that are at most 0 in some case of a rule because it is a number there.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = (PredId, Linear)> + '_ {
        self.cases.iter().flat_map(RuleCase::atoms).flat_map(|(atom, hull)| {
            let numbers = hull.equations().iter().filter(|form| form.coeffs().len() == 1);
            numbers.flat_map(both).map(|form| (atom.pred, form)).collect::<Vec<_>>()
        })
    }
}

/// The two half-planes of an equation.
fn both(form: &Linear) -> Vec<Linear> {
    vec![form.clone(), form.scale(&Int::MINUS_ONE)]
}

impl RuleCase {
    fn from_branch(branch: Branch, system: &System, marked: &mut FormalsByPred) -> RuleCase {
        let (facts, equalities) = branch.constraints();
        let atoms = branch.head.iter().chain(&branch.body);
        let hull = |a: &Atom| {
            let new = || Rc::new(MarkedFormals::new(&system.pred(a.pred).params));
            Hull::new(&equalities, a, marked.entry(a.pred).or_insert_with(new).clone())
        };
        let hulls = atoms.map(hull).collect();
        RuleCase { branch, facts, equalities, hulls }
    }

    /// The steps to solve the equations for each atom: the matrix has a row for each equation and each
    /// argument.
    fn work(&self) -> u64 {
        let rows = |(atom, _): (&Atom, &Hull)| (self.equalities.len() + atom.args.len()) as u64;
        self.atoms().map(rows).map(|rows| rows * rows / 16).sum()
    }

    /// The steps to match facts with atoms.
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
