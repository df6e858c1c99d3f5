//! Linear equations between scalars that are invariants (Karr, Acta Informatica 1976): the smallest affine
//! space around the states that are reachable as far as these equations can tell.

use super::fixpoint::{Domain, ScalarState, compute_fixpoint};
use super::products::havoc_products;
use super::{DeterminedParameters, Scalars};
use crate::rule::Lemmas;
use crate::rule::Rule;
use hornbook_base::{Budget, Int};
use hornbook_horn::linear::Linear;
use hornbook_horn::polynomial::has_product;
use hornbook_horn::{PredId, System, Term, Var};
use std::collections::BTreeMap;

/// Independent forms that are zero in some states; `None` without states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AffineSpace {
    forms: Option<Vec<Linear>>,
}

/// The equations that hold at each predicate, each attempt within so many steps. Where products of unknowns
/// leave the arithmetic, they are havocked: equations over the rest are found all the same. Nothing when that
/// does not suffice.
pub fn find_equalities(
    rules: &[Rule],
    system: &System,
    scalars: &Scalars,
    steps: u64,
) -> BTreeMap<PredId, AffineSpace> {
    let within = |rules: &[Rule]| {
        let none = AffineSpace { forms: None };
        compute_fixpoint(rules, system, scalars, &none, &mut Budget::steps(steps))
    };
    let has_products = rules.iter().flat_map(Rule::terms).any(has_product);
    let without = || has_products.then(|| within(&havoc_products(rules))).flatten();
    let found = within(rules).or_else(without);
    let mut spaces = found.unwrap_or_default();
    spaces.iter_mut().for_each(|(pred, space)| space.solve(&system.pred(*pred).params));
    spaces
}

/// Definitions of scalars by at most one other scalar, and the equations that are no definitions.
pub fn solve_equalities(
    spaces: &BTreeMap<PredId, AffineSpace>,
    system: &System,
) -> (DeterminedParameters, Lemmas) {
    let (mut determined, mut others) = (DeterminedParameters::default(), Lemmas::new());
    for (pred, space) in spaces {
        let params = &system.pred(*pred).params;
        let Some(forms) = &space.forms else {
            determined.empty.insert(*pred);
            continue;
        };
        for form in forms {
            match definition(form, params) {
                Some(found) => determined.values.entry(*pred).or_default().push(found),
                None => others.entry(*pred).or_default().push(equation(form)),
            }
        }
    }
    (determined, others)
}

/// The position of the last parameter of a form, and its value if the form is zero.
fn definition(form: &Linear, params: &[Var]) -> Option<(usize, Term)> {
    let (n, last) = params.iter().enumerate().rfind(|(_, p)| !form.coeff(p).is_zero())?;
    let c = form.coeff(last);
    if !c.abs().is_one() || form.coeffs().len() > 2 {
        return None;
    }
    let rest = form.sub(&Linear::var(last).scale(&c));
    Some((n, rest.scale(&-c).to_term()))
}

fn equation(form: &Linear) -> Term {
    let (left, right) = form.sides();
    Term::eq(left, right)
}

impl AffineSpace {
    /// Brings the equations into a form in which each has a variable of its own, the last one possible.
    fn solve(&mut self, params: &[Var]) {
        let Some(forms) = &mut self.forms else { return };
        let mut open = std::mem::take(forms);
        for v in params.iter().rev() {
            let Some(n) = open.iter().position(|f| !f.coeff(v).is_zero()) else { continue };
            let pivot = open.remove(n);
            open.iter_mut().chain(&mut *forms).for_each(|f| *f = f.cancel(&pivot, v));
            forms.push(pivot);
        }
    }
}

impl Domain for AffineSpace {
    fn formulas(&self) -> Vec<Term> {
        match &self.forms {
            Some(forms) => forms.iter().map(equation).collect(),
            None => vec![Term::bool(false)],
        }
    }

    /// One of the equations that the state violates is dropped, and multiples of it repair the others.
    fn add(&mut self, state: &ScalarState) {
        let Some(forms) = &mut self.forms else {
            let form = |(v, n): (&Var, &Int)| Linear::var(v).sub(&Linear::constant(n.clone()));
            self.forms = Some(state.iter().map(form).collect());
            return;
        };
        let value = |form: &Linear| {
            let terms = form.coeffs().iter().map(|(v, c)| c * &state[v]);
            terms.fold(form.constant_part().clone(), |sum, t| &sum + &t)
        };
        let Some(n) = forms.iter().position(|f| !value(f).is_zero()) else { return };
        let given_up = forms.remove(n);
        let by = value(&given_up);
        for form in forms {
            let at = value(form);
            if !at.is_zero() {
                let mended = form.scale(&by).add_scaled(&given_up, &-at);
                *form = mended.divide(&mended.content().gcd(mended.constant_part()));
            }
        }
    }
}
