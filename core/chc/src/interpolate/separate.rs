//! Half-planes between polyhedra: linear programming over Farkas multipliers proposes one with small coefficients,
//! exact arithmetic accepts it.
#![allow(
    clippy::float_arithmetic,
    clippy::disallowed_types,
    reason = "proposals only: all that is taken over is exact"
)]

use super::polyhedron::Polyhedron;
use good_lp::{Expression, ProblemVariables, Solution, SolverModel, Variable, variable};
use hornbook_base::{Budget, Int};
use hornbook_horn::linear::{Constraint, Linear};
use hornbook_horn::{Sort, Term, Var};
use hornbook_lia::{Answer, Solver};
use std::collections::BTreeMap;

/// The cost of a unit of the constant relative to one of a coefficient: a number that grows from one
/// counterexample to the next soon costs more than the variable that it follows.
const CONSTANT: f64 = 0.4;

/// The largest factor by which coefficients become integers.
const FACTOR: i64 = 12;

/// The most comparisons for which a proposal is worth its time.
const MOST: usize = 400;

/// The steps of one exact question.
const STEPS: u64 = 20_000;

/// A truth value that separates the cases of one side from those of the other.
pub(super) fn literal_between(inside: &[&Polyhedron], outside: &[&Polyhedron]) -> Option<Term> {
    inside.first()?.flags.iter().find_map(|(v, value)| {
        let has =
            |polyhedron: &&Polyhedron, value: bool| polyhedron.flags.contains(&(v.clone(), value));
        let differ =
            inside.iter().all(|s| has(s, *value)) && outside.iter().all(|s| has(s, !value));
        let flag = Term::var(v);
        differ.then(|| if *value { flag } else { Term::not(flag) })
    })
}

/// A form of shared variables that is at most zero in all cases of one side, and in none of the other.
pub(super) fn half_plane(
    inside: &[&Polyhedron],
    outside: &[&Polyhedron],
    shared: &[Var],
) -> Option<Linear> {
    let rows = |polyhedra: &[&Polyhedron]| {
        polyhedra.iter().map(|s| s.least.len() + s.equal.len()).sum::<usize>()
    };
    if rows(inside) + rows(outside) > MOST {
        return None;
    }
    let form = propose(inside, outside, shared)?;
    separates(&form, inside, outside).then_some(form)
}

/// Whether a form is at most zero in all cases of one side, and in none of the other.
pub(super) fn separates(form: &Linear, inside: &[&Polyhedron], outside: &[&Polyhedron]) -> bool {
    let negated = form.scale(&Int::MINUS_ONE).add(&Linear::constant(1));
    inside.iter().all(|s| excludes(s, &negated)) && outside.iter().all(|s| excludes(s, form))
}

/// Whether a form is above zero in the whole polyhedron.
fn excludes(polyhedron: &Polyhedron, form: &Linear) -> bool {
    let mut solver = Solver::new();
    let least = polyhedron.least.iter().chain([form]).map(|f| Constraint::Le(f.clone()));
    let equal = polyhedron.equal.iter().map(|f| Constraint::Eq(f.clone()));
    let mut all = least.chain(equal).map(|c| c.to_term());
    let said = all.try_for_each(|c| solver.assert(&c)).is_ok();
    said && solver.check(&[], &mut Budget::steps(STEPS)) == Answer::Unsat
}

/// A form that is at most zero inside and at least one outside, as far as floats can tell.
fn propose(inside: &[&Polyhedron], outside: &[&Polyhedron], shared: &[Var]) -> Option<Linear> {
    let shared: Vec<&Var> = shared.iter().filter(|v| v.sort == Sort::Int).collect();
    let mut problem = ProblemVariables::new();
    let mut signed = || (problem.add(variable().min(0)), problem.add(variable().min(0)));
    let coefficients: Vec<(Variable, Variable)> = shared.iter().map(|_| signed()).collect();
    let constant = signed();
    let value = |(plus, minus): (Variable, Variable)| Expression::from(plus) - minus;
    let size = |(plus, minus): (Variable, Variable)| Expression::from(plus) + minus;
    let mut cost = size(constant) * CONSTANT;
    coefficients.iter().for_each(|c| cost += size(*c));

    let mut sums = vec![];
    let sides = [(inside, 1.0), (outside, -1.0)];
    for (polyhedron, sign) in
        sides.iter().flat_map(|(side, sign)| side.iter().map(move |s| (*s, *sign)))
    {
        let mut sum = FarkasSum::from_polyhedron(polyhedron, &mut problem);
        // With the multipliers the rows add up to the form, or to its negation and one, or to more.
        for (v, c) in shared.iter().zip(&coefficients) {
            *sum.coefficients.entry((*v).clone()).or_default() -= value(*c) * sign;
        }
        let at_least = value(constant) * sign + if sign < 0.0 { 1.0 } else { 0.0 };
        sums.push((sum.coefficients, sum.constant - at_least));
    }
    let mut model = good_lp::microlp(problem.minimise(cost));
    for (zero, not_negative) in sums {
        for sum in zero.into_values() {
            model.add_constraint(sum.eq(0.0));
        }
        model.add_constraint(not_negative.geq(0.0));
    }
    let solution = model.solve().ok()?;
    let found =
        |(plus, minus): &(Variable, Variable)| solution.value(*plus) - solution.value(*minus);
    let values: Vec<f64> = coefficients.iter().map(found).collect();
    whole(&shared, &values, found(&constant))
}

/// A sum of the rows of a polyhedron, each with a multiplier.
struct FarkasSum {
    coefficients: BTreeMap<Var, Expression>,
    constant: Expression,
}

impl FarkasSum {
    fn from_polyhedron(polyhedron: &Polyhedron, problem: &mut ProblemVariables) -> FarkasSum {
        let mut sum = FarkasSum { coefficients: BTreeMap::new(), constant: Expression::from(0.0) };
        for form in &polyhedron.least {
            let multiplier = Expression::from(problem.add(variable().min(0)));
            sum.add(form, &multiplier);
        }
        for form in &polyhedron.equal {
            let (plus, minus) = (problem.add(variable().min(0)), problem.add(variable().min(0)));
            sum.add(form, &(Expression::from(plus) - minus));
        }
        sum
    }

    fn add(&mut self, form: &Linear, multiplier: &Expression) {
        self.constant += multiplier.clone() * form.constant_part().to_f64_lossy();
        for (v, c) in form.coeffs() {
            *self.coefficients.entry(v.clone()).or_default() +=
                multiplier.clone() * c.to_f64_lossy();
        }
    }
}

/// The nearest form with integer coefficients, with the least factor.
fn whole(vars: &[&Var], values: &[f64], constant: f64) -> Option<Linear> {
    let near = |x: f64| (x - x.round()).abs() < 1e-6;
    // Cases that are far apart leave small coefficients: the least of them becomes one first.
    let sizes = values.iter().map(|x| x.abs()).filter(|x| *x > 1e-9);
    let unit = sizes.min_by(f64::total_cmp)?;
    let factor = (1..=FACTOR).find(|n| values.iter().all(|x| near(x / unit * *n as f64)))?;
    let scaled = |x: f64| x / unit * factor as f64;
    let mut form = Linear::constant(Int::from_f64_rounded((scaled(constant) - 1e-6).ceil())?);
    for (v, x) in vars.iter().zip(values) {
        form = form.add_scaled(&Linear::var(v), &Int::from_f64_rounded(scaled(*x).round())?);
    }
    (!form.coeffs().is_empty()).then_some(form)
}
