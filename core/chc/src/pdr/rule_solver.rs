//! One incremental solver for each rule, with activation literals for lemmas.

use super::PredicateState;
use crate::rule::Rule;
use crate::rule::instantiate;
use hornbook_horn::{PredId, Sort, Term, Var};
use hornbook_lia::{Lit, Solver};
use std::collections::BTreeMap;

/// The solver of one rule: its condition, with literals for the atoms at the head.
pub(super) struct RuleSolver {
    pub(super) solver: Solver,
    pub(super) head: Vec<Lit>,
    /// For each level in use, the literal that activates its lemmas.
    pub(super) levels: BTreeMap<u32, Lit>,
    pub(super) switches: usize,
}

impl RuleSolver {
    pub(super) fn new(
        rule: &Rule,
        predicates: &BTreeMap<PredId, PredicateState>,
    ) -> Result<RuleSolver, String> {
        let mut solver = Solver::new();
        let no = |e: hornbook_lia::Unsupported| e.to_string();
        for cond in &rule.cond {
            solver.assert(cond).map_err(no)?;
        }
        let mut literals = vec![];
        if let Some((head, predicate)) =
            rule.head.as_ref().and_then(|h| Some((h, predicates.get(&h.pred)?)))
        {
            for atom in &predicate.atoms {
                let atom = instantiate(atom, &predicate.params, &head.args);
                literals.push(solver.literal(&atom).map_err(no)?);
            }
        }
        Ok(RuleSolver { solver, head: literals, levels: BTreeMap::new(), switches: 0 })
    }

    /// A new activation literal, with its term.
    pub(super) fn switch(&mut self) -> Result<(Term, Lit), String> {
        let name = format!("#switch{}", self.switches);
        self.switches += 1;
        let term = Term::var(&Var::new(name, Sort::Bool));
        let lit = self.solver.literal(&term).map_err(|e| e.to_string())?;
        Ok((term, lit))
    }

    /// The activation literal of a level.
    pub(super) fn level(&mut self, level: u32) -> Option<Term> {
        let name = format!("#level{level}");
        let term = Term::var(&Var::new(name, Sort::Bool));
        let lit = self.solver.literal(&term).ok()?;
        self.levels.insert(level, lit);
        Some(term)
    }

    /// Turns an activation literal off for good.
    pub(super) fn retire(&mut self, switch: &Term) {
        // A boolean variable is always supported; a switch that stayed on would only cost time.
        let _ = self.solver.assert(&Term::not(switch.clone()));
    }
}
