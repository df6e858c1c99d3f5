//! Counters: the values of scalars when a loop is entered, their increments, and the comparisons between them
//! that follow.

use super::branch::Branch;
use super::hull::Hull;
use super::{AtomCollector, MAX_STRIDE, NormalAtom, RuleCase};
use crate::rule::Atom;
use hornbook_base::Int;
use hornbook_horn::linear::{Constraint, Linear};
use hornbook_horn::{PredId, Sort, Var};
use std::collections::BTreeSet;

/// The most tests on one scalar whose turning points are looked at.
const MAX_MARKS: usize = 4;

impl AtomCollector<'_> {
    /// Records the values of scalars on entry: a constant or another scalar plus a constant.
    pub(super) fn record_entry(&mut self, pred: PredId, hull: &Hull) {
        for form in hull.equations() {
            let simple = form.coeffs().len() <= 2
                && form.coeffs().iter().all(|(v, c)| c.abs().is_one() && !self.is_value(pred, v));
            if !simple {
                continue;
            }
            for (v, c) in form.coeffs() {
                // c*v + rest = 0 with c = ±1: v = -c*rest.
                let rest = form.sub(&Linear::var(v).scale(c));
                self.initial.entry(pred).or_default().insert((v.clone(), rest.scale(&-c)));
            }
        }
    }

    pub(super) fn record_moves(&mut self, head: &Atom, branch: &Branch) {
        let params = &self.system.pred(head.pred).params;
        for before in branch.body.iter().filter(|a| a.pred == head.pred) {
            let steps = params.iter().zip(before.args.iter().zip(&head.args));
            let constant = steps.filter_map(|(p, (old, new))| {
                let step = Linear::from_term(new)?.sub(&Linear::from_term(old)?);
                Some((p.clone(), step.as_constant()?.clone()))
            });
            let moves = constant.collect();
            self.moves.entry(head.pred).or_default().push(moves);
        }
    }

    /// Counters in lockstep: if every way round a loop moves `x` by `c` and `y` by `d`, then
    /// `d*x - c*y` keeps the value that it has on entry (the simplest of Karr's affine relations).
    pub(super) fn add_lockstep_forms(&mut self) {
        if !self.settings.lockstep {
            return;
        }
        for (pred, transports) in self.moves.clone() {
            let Some((first, others)) = transports.split_first() else { continue };
            let moving: Vec<(&Var, &Int)> = first
                .iter()
                .filter(|(v, c)| !c.is_zero() && !self.is_value(pred, v))
                .filter(|(v, c)| others.iter().all(|transport| transport.get(v) == Some(c)))
                .collect();
            let entries = self.initial.get(&pred).cloned().unwrap_or_default();
            for (n, (x, c)) in moving.iter().enumerate() {
                for (y, d) in &moving[n + 1..] {
                    let form = Linear::var(x).scale(d).sub(&Linear::var(y).scale(c));
                    for (_, x0) in entries.iter().filter(|(v, _)| v == *x) {
                        for (_, y0) in entries.iter().filter(|(v, _)| v == *y) {
                            let start = x0.scale(d).sub(&y0.scale(c));
                            self.add_lockstep_form(pred, form.sub(&start));
                        }
                    }
                }
            }
        }
    }

    fn add_lockstep_form(&mut self, pred: PredId, form: Linear) {
        self.add_equation(pred, &form);
        self.together.entry(pred).or_default().insert(form);
    }

    /// Guesses equations of scalars on the way out of a loop: counters in lockstep still are, and a test such
    /// as `i >= n` was left as soon as it held, with `i = n`. These are the values on entry to the next loop,
    /// and the subject of an assertion behind the loop.
    pub(super) fn add_exit_equations(&mut self, case: &RuleCase) {
        let RuleCase { branch, facts, equalities, .. } = case;
        if !self.settings.arrivals {
            return;
        }
        let stays = |h: &Atom| branch.body.iter().any(|a| a.pred == h.pred);
        if branch.head.as_ref().is_some_and(stays) {
            return;
        }
        let mut equations = equalities.clone();
        equations.extend(facts.iter().filter_map(|f| match f {
            Constraint::Le(f) if f.coeffs().len() == 2 => Some(f.clone()),
            _ => None,
        }));
        for from in &branch.body {
            let walks = self.together.get(&from.pred).into_iter().flatten();
            equations.extend(walks.filter_map(|form| self.substitute_arguments(from, form)));
        }
        match &branch.head {
            Some(head) => {
                let hull = self.hull(head, &equations);
                self.record_entry(head.pred, &hull);
            }
            None => branch
                .body
                .iter()
                .for_each(|atom| self.add_scalar_conditions(atom, facts, &equations)),
        }
    }

    /// Adds the conditions of an assertion that is about scalars only.
    fn add_scalar_conditions(&mut self, atom: &Atom, facts: &[Constraint], equations: &[Linear]) {
        let params = &self.system.pred(atom.pred).params;
        let values = params.iter().zip(&atom.args).filter(|(p, _)| self.is_value(atom.pred, p));
        let values: BTreeSet<Var> = values.flat_map(|(_, arg)| arg.free_vars()).collect();
        let of_values = |f: &Constraint| f.to_term().free_vars().iter().any(|v| values.contains(v));
        if !facts.iter().any(of_values) {
            let hull = self.hull(atom, equations);
            facts.iter().for_each(|f| self.add_fact(atom.pred, f, &hull));
        }
    }

    /// Adds comparisons of counters that move differently from one way round a loop to the next: their order
    /// at the start, or where a test on one of them changes its outcome, may be preserved.
    pub(super) fn add_races(&mut self) {
        if !self.settings.races {
            return;
        }
        for (pred, transports) in self.moves.clone() {
            let params = self.system.pred(pred).params.clone();
            let moving: Vec<&Var> = params
                .iter()
                .filter(|p| p.sort == Sort::Int && !self.is_value(pred, p))
                .filter(|p| {
                    transports.iter().any(|transport| !transport.get(p).is_some_and(Int::is_zero))
                })
                .collect();
            let marks: Vec<BTreeSet<Linear>> =
                moving.iter().map(|v| self.turning_points(pred, v)).collect();
            for (n, (x, of_x)) in moving.iter().zip(&marks).enumerate() {
                for (y, of_y) in moving.iter().zip(&marks).skip(n + 1) {
                    for (x0, y0) in of_x.iter().flat_map(|a| of_y.iter().map(move |b| (a, b))) {
                        let lead = Linear::var(x).sub(&Linear::var(y));
                        self.add_equation(pred, &lead.sub(&x0.sub(y0)));
                    }
                }
            }
        }
    }

    /// The values of a scalar at the start of a loop, and those at which a test on it changes.
    fn turning_points(&self, pred: PredId, v: &Var) -> BTreeSet<Linear> {
        let entries = self.initial.get(&pred).into_iter().flatten();
        let start = entries.filter(|(w, _)| w == v).map(|(_, value)| value.clone());
        let atoms = self.found.get(&pred).into_iter().flatten();
        let tests = atoms.filter_map(|atom| match atom {
            NormalAtom::Le(f) if f.coeffs().len() == 1 && f.coeff(v).is_one() => {
                Some(Linear::constant(Int::ONE - f.constant_part()))
            }
            _ => None,
        });
        start.chain(tests.take(MAX_MARKS)).collect()
    }

    /// Adds the residue of a counter that moves by a constant other than one; indices may be compared with
    /// it.
    pub(super) fn add_strides(&mut self, head: &Atom, branch: &Branch) {
        if !self.settings.strides {
            return;
        }
        let params = self.system.pred(head.pred).params.clone();
        for before in branch.body.iter().filter(|a| a.pred == head.pred) {
            for (param, (old, new)) in params.iter().zip(before.args.iter().zip(&head.args)) {
                let step =
                    Linear::from_term(new).zip(Linear::from_term(old)).map(|(n, o)| n.sub(&o));
                let Some(step) = step.and_then(|s| s.as_constant().map(Int::abs)) else { continue };
                if step <= Int::ONE || step > Int::from(MAX_STRIDE as i64) {
                    continue;
                }
                for p in params.iter().filter(|p| p.sort == Sort::Int) {
                    if *p == *param || !self.is_value(head.pred, p) {
                        self.add_residues(head.pred, &Linear::var(p), &step);
                    }
                }
            }
        }
    }

    fn add_residues(&mut self, pred: PredId, form: &Linear, modulus: &Int) {
        let mut r = Int::ZERO;
        while r < *modulus {
            self.add(pred, NormalAtom::residue(form, modulus, &r));
            r += &Int::ONE;
        }
    }
}
