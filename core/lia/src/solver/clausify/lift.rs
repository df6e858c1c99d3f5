//! Comparisons over `if-then-else`: the choice is lifted out of the arithmetic.
//!
//! `ite(c, a, b) + r <= k` holds exactly if `a + r <= k` does where `c` holds and `b + r <= k` does
//! elsewhere. So the comparison becomes a gate over comparisons of the branches, and those again, down to the
//! leaves: unit propagation decides a long chain of choices, and the variable that stands for the `ite` never
//! reaches the simplex.

use crate::branch_and_bound::Refutation;
use crate::justify::Gate;
use crate::linear::{Comparison, Linear, at_most_zero};
use crate::lit::Lit;
use crate::simplex::BoundReason;
use crate::solver::Solver;
use crate::solver::clausify::{Meaning, Tables};
use crate::tableau::{Combination, TVar, coefficient, combine, content, primitive};
use hornbook_base::Int;
use hornbook_horn::term::Term;

/// The definition of a theory variable that stands for an `ite`.
#[derive(Clone)]
pub(crate) struct IteDefinition {
    /// The condition.
    pub(crate) condition: Lit,
    /// The value if it holds.
    pub(crate) then: Linear,
    /// The value if not.
    pub(crate) other: Linear,
    /// The approximate number of gates for a comparison of this variable alone.
    gates: usize,
    /// The different values at the leaves, if there are few.
    leaves: Vec<Linear>,
    /// Whether the arithmetic has the definition.
    defined: bool,
}

/// The number of different values beyond which it is estimated.
const FEW: usize = 8;

/// A comparison is lifted if that takes at most so many gates for each `ite` there is, and some.
const GATES: usize = 4;
const SOME: usize = 64;

impl Tables {
    /// Records the definition of the variable of an `ite`.
    pub(crate) fn add_ite_definition(
        &mut self,
        v: TVar,
        condition: Lit,
        then: Linear,
        other: Linear,
    ) {
        let both = self.gates(&then.terms).saturating_add(self.gates(&other.terms));
        let gates = both.saturating_add(1);
        let mut leaves = self.leaves(&then);
        for leaf in self.leaves(&other) {
            if !leaves.contains(&leaf) {
                leaves.push(leaf);
            }
        }
        leaves.truncate(FEW + 1);
        self.choices
            .insert(v, IteDefinition { condition, then, other, gates, leaves, defined: false });
    }

    /// The variable to be replaced first: the last one that stands for an `ite`. Those inside of it are
    /// older.
    fn outermost(&self, form: &Combination) -> Option<TVar> {
        form.iter().rev().map(|(v, _)| *v).find(|v| self.choices.contains_key(v))
    }

    /// The approximate number of gates for a comparison of the form. The branches are estimated again later,
    /// so too small an estimate does no harm.
    fn gates(&self, form: &Combination) -> usize {
        let choices = form.iter().rev().filter_map(|(v, _)| self.choices.get(v));
        let (mut gates, mut copies) = (0usize, 1usize);
        for choice in choices {
            gates = gates.saturating_add(copies.saturating_mul(choice.gates));
            let leaves = match choice.leaves.len() > FEW {
                true => choice.gates.saturating_add(1),
                false => choice.leaves.len(),
            };
            copies = copies.saturating_mul(leaves);
        }
        gates
    }

    /// The different values of a sum, as long as they are few.
    fn leaves(&self, sum: &Linear) -> Vec<Linear> {
        let Some(v) = self.outermost(&sum.terms) else {
            return vec![sum.clone()];
        };
        let one = |leaf: &Linear| replace(sum, v, leaf);
        self.choices.get(&v).map_or_else(Vec::new, |c| c.leaves.iter().map(one).collect())
    }

    /// Whether comparisons of the form are to be lifted. The answer can change from no to yes as more `ite`
    /// terms come; bounds that the arithmetic has stay there.
    pub(crate) fn is_lifted(&self, form: &Combination) -> bool {
        (1..=SOME + GATES * self.choices.len()).contains(&self.gates(form))
    }
}

/// The sum with `value` substituted for `v`.
fn replace(sum: &Linear, v: TVar, value: &Linear) -> Linear {
    let Some(c) = coefficient(&sum.terms, v) else {
        return sum.clone();
    };
    let rest: Combination = sum.terms.iter().filter(|(w, _)| *w != v).cloned().collect();
    Linear {
        terms: combine(&rest, &Int::ONE, &value.terms, c),
        constant: &sum.constant + &(c * &value.constant),
    }
}

impl Solver {
    /// Turns the comparisons that are to be lifted into gates, and those of their branches.
    pub(crate) fn lift(&mut self) {
        while let Some(lit) = self.tables.unlifted.pop() {
            let Meaning::AtMost(v, bound) = self.tables.meanings[lit.var()].clone() else {
                continue;
            };
            let sum = Linear { terms: self.simplex.form(v), constant: -&bound };
            let Some(unit) = self.tables.outermost(&sum.terms) else {
                continue;
            };
            let Some(IteDefinition { condition, then, other, .. }) = self.tables.choices.get(&unit)
            else {
                continue;
            };
            let (condition, values) = (*condition, [then.clone(), other.clone()]);
            self.tables.meanings[lit.var()] = Meaning::Lifted(v, bound);
            let branches = values.each_ref().map(|value| self.branch(lit, &sum, unit, value));
            self.define_choice(lit, condition, branches);
        }
    }

    /// `g` is the first branch where `c` holds, else the second one.
    pub(crate) fn define_choice(&mut self, g: Lit, c: Lit, [a, b]: [Lit; 2]) {
        for clause in [[!g, !c, a], [!g, c, b], [g, !c, !a], [g, c, !b], [g, !a, !b], [!g, a, b]] {
            self.log_step(&clause);
            self.cdcl.add_clause(&clause);
        }
        let gate = if a == b { Gate::And([a].into()) } else { Gate::Ite(c, a, b) };
        self.justification.set_gate(g, gate);
    }

    /// The comparison `sum <= 0` with `value` substituted for `unit`. Proofs record that where the two are
    /// equal, it and `whole`, the comparison itself, imply each other.
    fn branch(&mut self, whole: Lit, sum: &Linear, unit: TVar, value: &Linear) -> Lit {
        let branch = replace(sum, unit, value);
        let scale = content(&branch.terms);
        let below = self.at_most_zero(branch);
        let Some(c) = coefficient(&sum.terms, unit).filter(|_| self.log.is_some()) else {
            return below;
        };
        let excess = value.scaled(&Int::MINUS_ONE).plus(&Int::ONE, &Linear::var(unit));
        let at_most = self.defining_bound(excess.clone());
        let at_least = self.defining_bound(excess.scaled(&Int::MINUS_ONE));
        // `sum = branch + c * (unit - value)`.
        let (up, down) = if c.is_positive() { (at_least, at_most) } else { (at_most, at_least) };
        for (whole, part, equal) in [(whole, !below, up), (!whole, below, down)] {
            let mut farkas =
                vec![(BoundReason::Lit(whole), Int::ONE), (BoundReason::Lit(equal), c.abs())];
            let mut clause = vec![!whole, !equal];
            if !scale.is_zero() {
                farkas.push((BoundReason::Lit(part), scale.clone()));
                clause.push(!part);
            } else if part == Lit::TRUE.negate() {
                // The branch is a number on the side that excludes nothing.
                continue;
            }
            self.log_lemma(&clause, vec![Refutation::Leaf(farkas)]);
        }
        below
    }

    /// Defines the `ite` terms of a form, and those inside of them, for the arithmetic: `c ==> v = a` and `!c
    /// ==> v = b`.
    pub(crate) fn define(&mut self, form: &Combination) {
        let mut open: Vec<TVar> = form.iter().map(|(v, _)| *v).collect();
        let mut forms: Vec<(TVar, Combination)> = Vec::new();
        while let Some(v) = open.pop() {
            let Some(choice) = self.tables.choices.get_mut(&v) else {
                continue;
            };
            if std::mem::replace(&mut choice.defined, true) {
                continue;
            }
            let IteDefinition { condition, then, other, .. } = choice.clone();
            open.extend(then.terms.iter().chain(&other.terms).map(|(w, _)| *w));
            // A gate that always holds gives the justification the dependencies of the variable.
            let definition = self.definition(v, Term::bool(true));
            self.cdcl.add_clause(&[definition]);
            let [then, other] = [then, other].map(|value| self.defining(v, &value, &mut forms));
            self.cdcl.add_clause(&[!condition, then]);
            self.cdcl.add_clause(&[condition, other]);
            self.justification.set_gate(definition, Gate::Ite(condition, then, other));
        }
        for (v, form) in forms {
            self.tables.settle(v, &form);
        }
    }

    /// `v = value`, for the arithmetic.
    fn defining(&mut self, v: TVar, value: &Linear, forms: &mut Vec<(TVar, Combination)>) -> Lit {
        let excess = value.scaled(&Int::MINUS_ONE).plus(&Int::ONE, &Linear::var(v));
        let most = self.defining_bound(excess.clone());
        let least = self.defining_bound(excess.scaled(&Int::MINUS_ONE));
        // One of the coefficients is one, so the form has a normal form with the same bound.
        let form = primitive(excess.terms);
        let var = self.tables.name(&mut self.simplex, &form);
        let flipped = coefficient(&form, v).is_some_and(Int::is_negative);
        let value = if flipped { excess.constant } else { -excess.constant };
        forms.push((var, form));
        self.conjunction(&[most, least], Meaning::Equal(var, value))
    }

    /// `linear <= 0`, for the arithmetic. These bounds are separate from those of formulas, which may be
    /// lifted.
    fn defining_bound(&mut self, linear: Linear) -> Lit {
        match at_most_zero(linear) {
            Comparison::Known(b) => Lit::TRUE.with_sign(b),
            Comparison::Bound { form, bound, positive } => {
                let v = self.tables.name(&mut self.simplex, &form);
                let key = (v, bound);
                if let Some(lit) = self.tables.defining.get(&key) {
                    return lit.with_sign(positive);
                }
                let lit = self.gate(Gate::Atom(v), Meaning::AtMost(v, key.1.clone()));
                self.tables.defining.insert(key, lit);
                lit.with_sign(positive)
            }
        }
    }
}
