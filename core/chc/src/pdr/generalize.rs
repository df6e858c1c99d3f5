//! Generalization: from a minterm that nothing leads to, to a lemma over few atoms.
//!
//! First the unsatisfiable core, then variables with fixed values are freed, then literals are dropped one by
//! one, then weakened; each query assumes the lemma itself of the bodies (induction).

use super::{
    ALWAYS, Cube, Interruption, Lemma, Minterm, Pdr, RuleSolver, StepResult, clause, signed,
};
use crate::rule::instantiate;
use hornbook_base::{Budget, Int};
use hornbook_horn::linear::{Constraint, Linear};
use hornbook_horn::{PredId, Term, Var};
use hornbook_lia::Lit;
use std::collections::BTreeSet;

/// The variables and form of an atom, and its cost in a lemma.
#[derive(Clone)]
pub(super) struct AtomShape {
    cost: usize,
    /// The left side of `form <= bound`.
    form: Option<Linear>,
    bound: Int,
    /// The variables of the atom.
    vars: BTreeSet<Var>,
    /// The variable whose value the atom fixes, if it is an equation of one.
    fixes: Option<Var>,
}

impl AtomShape {
    pub(super) fn from_atom(atom: &Term) -> AtomShape {
        let vars = atom.free_vars();
        let mut shape =
            AtomShape { cost: atom.size(), form: None, bound: Int::ZERO, vars, fixes: None };
        match Constraint::from_literal(atom) {
            Some(Constraint::Le(f)) => {
                let constant = f.constant_part().clone();
                let form = f.sub(&Linear::constant(constant.clone()));
                shape.cost = 2 * form.coeffs().len();
                (shape.form, shape.bound) = (Some(form), -constant);
            }
            Some(Constraint::Eq(_)) if shape.vars.len() == 1 => {
                shape.fixes = shape.vars.first().cloned();
            }
            _ => {}
        }
        shape
    }

    /// A measure that grows as the literal with this value becomes weaker.
    fn weakness(&self, value: bool) -> Int {
        if value { self.bound.clone() } else { -&self.bound }
    }
}

impl Pdr {
    /// Blocks a minterm that nothing leads to: generalizes it to a small cube that is excluded as well, at
    /// the highest level possible.
    pub(super) fn generalize(
        &mut self,
        pred: PredId,
        minterm: &Minterm,
        level: u32,
        budget: &mut Budget,
    ) -> StepResult<()> {
        let full: Cube = minterm.iter().copied().enumerate().collect();
        // The cube was just shown unreachable without assuming it away; asking once more with
        // that assumption gives the core, and at a higher level if that is possible.
        let (mut cube, mut level) = match self.find_highest_level(pred, &full, level, budget)? {
            Some(found) => found,
            None => (full, level),
        };
        if self.settings.set_free {
            self.free_fixed_variables(pred, minterm, &mut cube, level, budget)?;
        }
        let order = if self.settings.drop { self.dropping_order(pred, &cube) } else { vec![] };
        for atom in order {
            let smaller: Cube = cube.iter().copied().filter(|(a, _)| *a != atom).collect();
            if smaller.len() == cube.len() {
                continue;
            }
            if let Some(core) = self.find_excluded_part(pred, &smaller, level, budget)? {
                cube = core;
            }
        }
        if self.settings.widen {
            self.weaken_literals(pred, minterm, &mut cube, level, budget)?;
        }
        if self.settings.push
            && level != ALWAYS
            && let Some((core, higher)) = self.find_highest_level(pred, &cube, level, budget)?
        {
            (cube, level) = (core, higher);
        }
        self.add_lemma(pred, Lemma { cube, level });
        Ok(())
    }

    /// Frees variables whose values a cube fixes by an equation, where it stays excluded with the other
    /// literals of the minterm over them, alone and beside others whose values are fixed: `x = 3 and y = 5`
    /// may be excluded because of `y != x + 1`. Otherwise each pair of values needs a lemma.
    fn free_fixed_variables(
        &mut self,
        pred: PredId,
        minterm: &Minterm,
        cube: &mut Cube,
        level: u32,
        budget: &mut Budget,
    ) -> StepResult<()> {
        let Some(predicate) = self.predicates.get(&pred) else { return Ok(()) };
        let shapes = predicate.shapes.clone();
        let fixed_by = |(atom, holds): &(usize, bool)| {
            if *holds { shapes[*atom].fixes.as_ref() } else { None }
        };
        let fixed: BTreeSet<Var> = cube.iter().filter_map(fixed_by).cloned().collect();
        for variable in &fixed {
            let mut failed = Cube::new();
            // Comparisons of the variable are enough at times, and stronger than a list of values.
            for alone in [false, true] {
                if cube.iter().all(|literal| fixed_by(literal) != Some(variable)) {
                    break;
                }
                let stays = |literal: &(usize, bool)| {
                    let vars = &shapes[literal.0].vars;
                    let is_about = vars.contains(variable);
                    fixed_by(literal) != Some(variable)
                        && (alone || !is_about || vars.len() > 1)
                        && (is_about && vars.is_subset(&fixed) || cube.contains(literal))
                };
                let candidate: Cube = minterm.iter().copied().enumerate().filter(stays).collect();
                if candidate == failed {
                    break;
                }
                match self.find_excluded_part(pred, &candidate, level, budget) {
                    Ok(Some(core)) => *cube = core,
                    Ok(None) => failed = candidate,
                    // The present cube is good enough.
                    Err(Interruption::Stuck(_)) => return Ok(()),
                    Err(halt) => return Err(halt),
                }
            }
        }
        Ok(())
    }

    /// The order in which literals are dropped: those of costly atoms first, and of literals on the same form
    /// the strongest first.
    fn dropping_order(&self, pred: PredId, cube: &Cube) -> Vec<usize> {
        let Some(predicate) = self.predicates.get(&pred) else { return vec![] };
        let mut order: Vec<&(usize, bool)> = cube.iter().collect();
        order.sort_by_key(|(atom, value)| {
            let shape = &predicate.shapes[*atom];
            (std::cmp::Reverse(shape.cost), &shape.form, shape.weakness(*value))
        });
        order.into_iter().map(|(atom, _)| *atom).collect()
    }

    /// Replaces literals of a lemma's cube by weaker ones on the same form, where the cube stays excluded: `0
    /// < k` by `0 <= k`.
    fn weaken_literals(
        &mut self,
        pred: PredId,
        minterm: &Minterm,
        cube: &mut Cube,
        level: u32,
        budget: &mut Budget,
    ) -> StepResult<()> {
        let Some(predicate) = self.predicates.get(&pred) else { return Ok(()) };
        let shapes = predicate.shapes.clone();
        for n in 0..cube.len() {
            let (atom, value) = cube[n];
            let weaker = |m: &usize| {
                shapes[*m].form.is_some()
                    && shapes[*m].form == shapes[atom].form
                    && minterm[*m] == value
                    && shapes[*m].weakness(value) > shapes[atom].weakness(value)
            };
            let mut candidates: Vec<usize> = (0..minterm.len()).filter(weaker).collect();
            candidates.sort_by_key(|m| std::cmp::Reverse(shapes[*m].weakness(value)));
            for m in candidates {
                let mut wider = cube.clone();
                wider[n] = (m, value);
                if self.find_excluded_part(pred, &wider, level, budget)?.is_some() {
                    *cube = wider;
                    break;
                }
            }
        }
        Ok(())
    }

    /// The highest level from `level` on at which the cube is excluded, and the part of the cube
    /// that suffices there.
    fn find_highest_level(
        &mut self,
        pred: PredId,
        cube: &Cube,
        level: u32,
        budget: &mut Budget,
    ) -> StepResult<Option<(Cube, u32)>> {
        if let Some(core) = self.find_excluded_part(pred, cube, ALWAYS, budget)? {
            return Ok(Some((core, ALWAYS)));
        }
        let mut best = None;
        for level in level..=self.frame {
            match self.find_excluded_part(pred, cube, level, budget)? {
                Some(core) => best = Some((core, level)),
                None => break,
            }
        }
        Ok(best)
    }

    /// If no rule leads into the cube at `level`, given that the body avoids it: the part of the cube in the
    /// unsatisfiable cores.
    pub(super) fn find_excluded_part(
        &mut self,
        pred: PredId,
        cube: &Cube,
        level: u32,
        budget: &mut Budget,
    ) -> StepResult<Option<Cube>> {
        let mut needed: BTreeSet<usize> = BTreeSet::new();
        for rule in 0..self.rules.len() {
            if self.rules[rule].head.as_ref().is_none_or(|h| h.pred != pred) {
                continue;
            }
            if !self.can_fire(rule, level) {
                continue;
            }
            if self.solvers[rule].switches >= self.settings.renew {
                self.renew_solver(rule)?;
            }
            let head: Vec<Lit> =
                cube.iter().map(|(atom, v)| signed(self.solvers[rule].head[*atom], *v)).collect();
            let avoid = self.avoid(rule, pred, cube)?;
            let assume: Vec<Lit> = avoid.iter().map(|(_, lit)| *lit).collect();
            let reachable = self.ask(rule, level, head.clone(), &assume, budget);
            let core: Vec<Lit> = self.solvers[rule].solver.core().to_vec();
            if let Some((switch, _)) = &avoid {
                self.solvers[rule].retire(switch);
            }
            if reachable? {
                return Ok(None);
            }
            let kept = (0..cube.len()).filter(|i| core.contains(&head[*i]));
            needed.extend(kept.map(|i| cube[i].0));
        }
        // The bodies were only assumed to avoid the whole cube. To avoid a part is stronger, so the part is
        // excluded too.
        Ok(Some(cube.iter().copied().filter(|(atom, _)| needed.contains(atom)).collect()))
    }

    /// Nothing with a body fires in the lowest frame.
    pub(super) fn can_fire(&self, rule: usize, level: u32) -> bool {
        level > 0 || self.rules[rule].body.is_empty()
    }

    /// Makes a fresh solver for a rule, with the lemmas in use: assumptions of single questions stay in a
    /// solver, switched off, and cost memory and time.
    fn renew_solver(&mut self, rule: usize) -> StepResult<()> {
        self.solvers[rule] =
            RuleSolver::new(&self.rules[rule], &self.predicates).map_err(Interruption::Stuck)?;
        let body: BTreeSet<PredId> = self.rules[rule].body.iter().map(|a| a.pred).collect();
        for pred in body {
            let lemmas = self.predicates.get(&pred).map(|p| p.lemmas.clone()).unwrap_or_default();
            for lemma in lemmas {
                if let Some(switch) = self.solvers[rule].level(lemma.level) {
                    self.assert_lemma(rule, pred, &lemma.cube, switch)?;
                }
            }
        }
        Ok(())
    }

    /// A switch under which the rule's body avoids the cube, if the predicate is in the body.
    fn avoid(&mut self, rule: usize, pred: PredId, cube: &Cube) -> StepResult<Option<(Term, Lit)>> {
        if self.rules[rule].body.iter().all(|a| a.pred != pred) {
            return Ok(None);
        }
        let switch = self.solvers[rule].switch().map_err(Interruption::Stuck)?;
        self.assert_lemma(rule, pred, cube, switch.0.clone())?;
        Ok(Some(switch))
    }

    /// Asserts `switch ==> not cube` at each body atom of the predicate.
    pub(super) fn assert_lemma(
        &mut self,
        rule: usize,
        pred: PredId,
        cube: &Cube,
        switch: Term,
    ) -> StepResult<()> {
        let Some(predicate) = self.predicates.get(&pred) else { return Ok(()) };
        for atom in self.rules[rule].body.iter().filter(|a| a.pred == pred) {
            let lemma = instantiate(&clause(cube, &predicate.atoms), &predicate.params, &atom.args);
            let rule_solver = Term::or([Term::not(switch.clone()), lemma]);
            self.solvers[rule]
                .solver
                .assert(&rule_solver)
                .map_err(|e| Interruption::Stuck(format!("{e:?}")))?;
        }
        Ok(())
    }
}
