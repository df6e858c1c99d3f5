//! Abstract interpretation by models: a rule is asked for a derived state that is not covered yet, and the
//! abstract value of the predicate is widened to cover it, until no rule derives anything new (Reps, Sagiv
//! and Yorsh, VMCAI 2004). A domain only has to state its formulas and to add one state.

use super::Scalars;
use crate::rule::instantiate;
use crate::rule::{Atom, Rule};
use hornbook_base::{Budget, Int};
use hornbook_horn::{PredId, Sort, System, Term, Var};
use hornbook_lia::{Answer, Solver, Value};
use std::collections::{BTreeMap, BTreeSet};

/// The values of the scalars of a predicate.
pub(super) type ScalarState = BTreeMap<Var, Int>;

/// An abstract value: a set of states as a domain knows it.
pub(super) trait Domain: Clone {
    /// Formulas over the scalars that characterise the abstract value.
    fn formulas(&self) -> Vec<Term>;

    /// Adds a state that violates them. Ascending chains must be finite.
    fn add(&mut self, state: &ScalarState);
}

/// The least fixpoint for all predicates of the rules, from `none`, the value of no states. `None` if the
/// budget runs out or a question leaves the arithmetic.
pub(super) fn compute_fixpoint<D: Domain>(
    rules: &[Rule],
    system: &System,
    scalars: &Scalars,
    none: &D,
    budget: &mut Budget,
) -> Option<BTreeMap<PredId, D>> {
    let atoms = rules.iter().flat_map(|r| r.head.iter().chain(&r.body));
    let known = atoms.map(|a| (a.pred, none.clone())).collect();
    let mut analysis = Analysis { rules, system, scalars, known };
    analysis.run(budget)?;
    Some(analysis.known)
}

struct Analysis<'r, D> {
    rules: &'r [Rule],
    system: &'r System,
    scalars: &'r Scalars,
    known: BTreeMap<PredId, D>,
}

impl<D: Domain> Analysis<'_, D> {
    /// `None` when the budget runs out or a question leaves the arithmetic.
    fn run(&mut self, budget: &mut Budget) -> Option<()> {
        let mut solvers = vec![];
        for rule in self.rules {
            let mut solver = Solver::new();
            rule.cond.iter().try_for_each(|c| solver.assert(c)).ok()?;
            solvers.push(solver);
        }
        let mut open: BTreeSet<usize> = (0..self.rules.len()).collect();
        while let Some(n) = open.pop_first() {
            let rule = &self.rules[n];
            let Some(head) = &rule.head else { continue };
            let Some(state) = self.derives(rule, head, &mut solvers[n], budget)? else { continue };
            if let Some(known) = self.known.get_mut(&head.pred) {
                known.add(&state);
            }
            // This rule may derive more, and others may follow.
            open.insert(n);
            let uses = |n: &usize| self.rules[*n].body.iter().any(|a| a.pred == head.pred);
            open.extend((0..self.rules.len()).filter(uses));
        }
        Some(())
    }

    /// A state that a rule derives from covered states, and that is not covered yet.
    fn derives(
        &self,
        rule: &Rule,
        head: &Atom,
        solver: &mut Solver,
        budget: &mut Budget,
    ) -> Option<Option<ScalarState>> {
        solver.push();
        let new = Term::or(self.instantiate_formulas(head).into_iter().map(Term::not));
        let mut question = rule.body.iter().flat_map(|a| self.instantiate_formulas(a)).chain([new]);
        let asserted = question.try_for_each(|f| solver.assert(&f));
        let state = match asserted.map(|()| solver.check(&[], budget)) {
            Ok(Answer::Sat) => Some(Some(self.state(head, solver)?)),
            Ok(Answer::Unsat) => Some(None),
            Ok(Answer::Unknown(_)) | Err(_) => None,
        };
        solver.pop();
        state
    }

    /// The formulas of the abstract value with the arguments of an atom.
    fn instantiate_formulas(&self, atom: &Atom) -> Vec<Term> {
        let params = &self.system.pred(atom.pred).params;
        let says = self.known.get(&atom.pred).map(D::formulas).unwrap_or_default();
        says.iter().map(|f| instantiate(f, params, &atom.args)).collect()
    }

    fn state(&self, head: &Atom, solver: &Solver) -> Option<ScalarState> {
        let params = self.system.pred(head.pred).params.iter().zip(&head.args);
        let scalar = |p: &Var| {
            p.sort == Sort::Int && self.scalars.get(&head.pred).is_some_and(|s| s.contains(p))
        };
        let value = |(p, arg): (&Var, &Term)| match solver.model().eval(arg)? {
            Value::Int(n) => Some((p.clone(), n)),
            Value::Bool(_) => None,
        };
        params.filter(|(p, _)| scalar(p)).map(value).collect()
    }
}
