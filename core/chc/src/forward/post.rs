//! The question whether a rule leads from reachable states to a state that is not covered.

use super::{PredicateStates, Role, signed};
use crate::rule::instantiate;
use crate::rule::{Atom, Rule};
use hornbook_base::Budget;
use hornbook_horn::{PredId, Sort, Term, Var};
use hornbook_lia::{Answer, Lit, Solver};
use std::collections::BTreeMap;

/// Switches by disjunct, each with the version of the disjunct that it asserts.
type Switches = BTreeMap<Vec<bool>, (u64, Term, Lit)>;

/// The solver of one rule.
pub(super) struct Post {
    solver: Solver,
    /// For each atom of the body: its disjuncts, and a switch for their disjunction by version.
    body: Vec<(Switches, Option<(u64, Lit)>)>,
    /// The negated disjuncts of the head.
    denied: Switches,
    /// The guards and the facts at the head.
    head: (Vec<Term>, Vec<Term>),
    switches: usize,
}

impl Post {
    pub(super) fn new(
        rule: &Rule,
        predicates: &BTreeMap<PredId, PredicateStates>,
    ) -> Result<Post, String> {
        let mut solver = Solver::new();
        for cond in &rule.cond {
            solver.assert(cond).map_err(|e| e.to_string())?;
        }
        let head = rule.head.as_ref().and_then(|h| Some((h, predicates.get(&h.pred)?)));
        let head = head.map(|(h, predicate)| {
            (
                instantiate_atoms(&predicate.guards, predicate, h),
                instantiate_atoms(&predicate.facts, predicate, h),
            )
        });
        let head = head.unwrap_or_default();
        for atom in head.0.iter().chain(&head.1) {
            solver.literal(atom).map_err(|e| e.to_string())?;
        }
        let body = rule.body.iter().map(|_| (Switches::new(), None)).collect();
        Ok(Post { solver, body, denied: Switches::new(), head, switches: 0 })
    }

    fn switch(&mut self) -> Result<(Term, Lit), String> {
        self.switches += 1;
        let term = Term::var(&Var::new(format!("#switch{}", self.switches), Sort::Bool));
        let lit = self.solver.literal(&term).map_err(|e| e.to_string())?;
        Ok((term, lit))
    }

    fn assert(&mut self, formula: &Term) -> Result<(), String> {
        self.solver.assert(formula).map_err(|e| e.to_string())
    }

    /// Whether the rule can fire from reachable states to a state at its head that is not covered.
    pub(super) fn ask(
        &mut self,
        rule: &Rule,
        predicates: &BTreeMap<PredId, PredicateStates>,
        budget: &mut Budget,
    ) -> Result<Answer, String> {
        let mut assumed = vec![];
        for (n, atom) in rule.body.iter().enumerate() {
            let Some(predicate) = predicates.get(&atom.pred).filter(|p| !p.disjuncts.is_empty())
            else {
                return Ok(Answer::Unsat);
            };
            assumed.push(self.allow(n, atom, predicate)?);
        }
        if let Some(predicate) = rule.head.as_ref().and_then(|h| predicates.get(&h.pred)) {
            self.deny(predicate)?;
            assumed.extend(self.denied.values().map(|(.., lit)| *lit));
        }
        Ok(self.solver.check(&assumed, budget))
    }

    /// The switch that puts one atom of the body into a known disjunct.
    fn allow(&mut self, n: usize, atom: &Atom, predicate: &PredicateStates) -> Result<Lit, String> {
        if let Some((version, lit)) = self.body[n].1
            && version == predicate.version
        {
            return Ok(lit);
        }
        let (guards, facts) = (
            instantiate_atoms(&predicate.guards, predicate, atom),
            instantiate_atoms(&predicate.facts, predicate, atom),
        );
        for (minterm, disjunct) in &predicate.disjuncts {
            if self.body[n].0.get(minterm).is_some_and(|(version, ..)| *version == disjunct.version)
            {
                continue;
            }
            let (term, lit) = self.switch()?;
            let inside = Term::and(literals(&guards, minterm).chain(held(&facts, &disjunct.facts)));
            self.assert(&Term::implies(term.clone(), inside))?;
            self.body[n].0.insert(minterm.clone(), (disjunct.version, term, lit));
        }
        let (any, lit) = self.switch()?;
        let disjuncts: Vec<Term> =
            self.body[n].0.values().map(|(_, term, _)| term.clone()).collect();
        self.assert(&Term::implies(any, Term::or(disjuncts)))?;
        self.body[n].1 = Some((predicate.version, lit));
        Ok(lit)
    }

    /// Makes switches that exclude the known disjuncts of the head.
    fn deny(&mut self, predicate: &PredicateStates) -> Result<(), String> {
        let (guards, facts) = self.head.clone();
        for (minterm, disjunct) in &predicate.disjuncts {
            if self.denied.get(minterm).is_some_and(|(version, ..)| *version == disjunct.version) {
                continue;
            }
            let (term, lit) = self.switch()?;
            let inside = literals(&guards, minterm).chain(held(&facts, &disjunct.facts));
            let outside = Term::or(inside.map(Term::not));
            self.assert(&Term::implies(term.clone(), outside))?;
            self.denied.insert(minterm.clone(), (disjunct.version, term, lit));
        }
        Ok(())
    }

    /// The guards and facts at the head in the model of the last question.
    pub(super) fn state(&self) -> (Vec<bool>, Vec<bool>) {
        let model = self.solver.model();
        let values = |atoms: &[Term]| atoms.iter().map(|a| model.satisfies(a)).collect();
        (values(&self.head.0), values(&self.head.1))
    }
}

fn instantiate_atoms(
    atoms: &[(Term, Role)],
    predicate: &PredicateStates,
    atom: &Atom,
) -> Vec<Term> {
    atoms.iter().map(|(a, _)| instantiate(a, &predicate.params, &atom.args)).collect()
}

fn literals<'t>(atoms: &'t [Term], values: &'t [bool]) -> impl Iterator<Item = Term> + 't {
    atoms.iter().zip(values).map(|(atom, value)| signed(atom, *value))
}

fn held<'t>(atoms: &'t [Term], facts: &'t [Option<bool>]) -> impl Iterator<Item = Term> + 't {
    atoms.iter().zip(facts).filter_map(|(atom, value)| Some(signed(atom, (*value)?)))
}
