//! One incremental solver for each rule, with switches for lemmas.

use super::Place;
use crate::rule::Rule;
use crate::rule::instantiate;
use hornbook_horn::{PredId, Sort, Term, Var};
use hornbook_lia::{Lit, Solver};
use std::collections::BTreeMap;

/// The solver of one rule: its condition, with literals for the atoms at the head.
pub(super) struct Guarded {
    pub(super) solver: Solver,
    pub(super) head: Vec<Lit>,
    /// For each level in use, the literal that switches its lemmas on.
    pub(super) levels: BTreeMap<u32, Lit>,
    pub(super) switches: usize,
}

impl Guarded {
    pub(super) fn new(rule: &Rule, places: &BTreeMap<PredId, Place>) -> Result<Guarded, String> {
        let mut solver = Solver::new();
        let no = |e: hornbook_lia::Unsupported| e.to_string();
        for cond in &rule.cond {
            solver.assert(cond).map_err(no)?;
        }
        let mut literals = vec![];
        if let Some((head, place)) =
            rule.head.as_ref().and_then(|h| Some((h, places.get(&h.pred)?)))
        {
            for atom in &place.atoms {
                let atom = instantiate(atom, &place.params, &head.args);
                literals.push(solver.literal(&atom).map_err(no)?);
            }
        }
        Ok(Guarded { solver, head: literals, levels: BTreeMap::new(), switches: 0 })
    }

    /// A new switch, as a term and as a literal.
    pub(super) fn switch(&mut self) -> Result<(Term, Lit), String> {
        let name = format!("#switch{}", self.switches);
        self.switches += 1;
        let term = Term::var(&Var::new(name, Sort::Bool));
        let lit = self.solver.literal(&term).map_err(|e| e.to_string())?;
        Ok((term, lit))
    }

    /// The switch of a level.
    pub(super) fn level(&mut self, level: u32) -> Option<Term> {
        let name = format!("#level{level}");
        let term = Term::var(&Var::new(name, Sort::Bool));
        let lit = self.solver.literal(&term).ok()?;
        self.levels.insert(level, lit);
        Some(term)
    }

    /// Turns a switch off for good.
    pub(super) fn retire(&mut self, switch: &Term) {
        // A boolean variable is always supported; a switch that stayed on would only cost time.
        let _ = self.solver.assert(&Term::not(switch.clone()));
    }
}
