//! Optimisation: floating point proposes, exact arithmetic decides.
//!
//! [`minimise`] and [`find_small_model`] search for small models, [`farkas()`] for the multipliers of a linear
//! contradiction.
//!
//! A proposal of mixed-integer programming is taken only if it satisfies the formulas exactly. The
//! rest is exact search: bounds are tightened step by step, with steps that double while they
//! succeed, until the optimum is proved or the budget is used up.

mod farkas;
mod milp;

use super::implicant::find_implicant;
use super::lit::Lit;
use super::model::Model;
use super::solver::{Answer, Solver};
pub use farkas::farkas;
use hornbook_base::{Budget, Int};
use hornbook_horn::term::{Op, Sort, Term, Var};
use milp::propose;

/// The objective of a minimisation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Objective {
    /// The sum of the absolute values of these integer variables.
    AbsoluteValues(Vec<Var>),
    /// The value of this linear term.
    Linear(Term),
}

impl Objective {
    fn term(&self) -> Term {
        match self {
            Objective::Linear(t) => t.clone(),
            Objective::AbsoluteValues(vars) => {
                let parts = vars.iter().map(|v| {
                    let x = Term::var(v);
                    let negative = Term::lt(x.clone(), Term::int(0));
                    Term::ite(negative, Term::app(Op::Neg, vec![x.clone()]), x)
                });
                Term::app(Op::Add, parts.collect())
            }
        }
    }

    fn value(&self, model: &Model) -> Option<Int> {
        model.eval(&self.term())?.as_int().cloned()
    }
}

/// A model of the constraints with a small value of the objective: the least one, if the budget
/// suffices. `None` if there is no model, none was found within the budget, or a constraint is not
/// linear integer arithmetic with booleans.
pub fn minimise(constraints: &[Term], objective: &Objective, budget: &mut Budget) -> Option<Model> {
    let mut solver = Solver::new();
    let mut best = first_model(&mut solver, constraints, budget)?;
    let literals: Vec<(Term, bool)> =
        constraints.iter().flat_map(|f| find_implicant(f, &best)).collect();
    let proposal = match objective {
        Objective::AbsoluteValues(vars) => {
            let weights: Vec<(Var, i32)> = vars.iter().map(|v| (v.clone(), 1)).collect();
            propose(&literals, &weights, None, &best)
        }
        Objective::Linear(t) => propose(&literals, &[], Some(t), &best),
    };
    let mut least = objective.value(&best)?;
    if let Some(proposal) = proposal.filter(|m| constraints.iter().all(|f| m.satisfies(f)))
        && let Some(value) = objective.value(&proposal).filter(|v| *v < least)
    {
        (best, least) = (proposal, value);
    }
    let term = objective.term();
    let mut step = Int::ONE;
    loop {
        let target = Term::le(term.clone(), Term::int(&least - &step));
        let Ok(lit) = solver.literal(&target) else {
            return Some(best);
        };
        match solver.check(&[lit], budget) {
            Answer::Sat => {
                best = solver.model().clone();
                least = objective.value(&best)?;
                step = &step + &step;
            }
            Answer::Unsat if !step.is_one() => step = Int::ONE,
            _ => return Some(best),
        }
    }
}

/// A model of the formulas in which the given integer variables have small absolute values,
/// earlier variables being more important. `None` as for [`minimise`].
pub fn find_small_model(f: &[Term], vars: &[Var], budget: &mut Budget) -> Option<Model> {
    let mut solver = Solver::new();
    let mut best = first_model(&mut solver, f, budget)?;
    let literals: Vec<(Term, bool)> = f.iter().flat_map(|f| find_implicant(f, &best)).collect();
    let all: Vec<(Var, i32)> = best
        .values
        .keys()
        .filter(|v| v.sort == Sort::Int)
        .map(|v| (v.clone(), if vars.contains(v) { 100 } else { 1 }))
        .collect();
    if let Some(proposal) = propose(&literals, &all, None, &best)
        && f.iter().all(|f| proposal.satisfies(f))
        && absolute_values(&proposal, vars) < absolute_values(&best, vars)
    {
        best = proposal;
    }
    let mut fixed: Vec<Lit> = Vec::new();
    for v in vars.iter().filter(|v| v.sort == Sort::Int) {
        let size = tighten(&mut solver, &fixed, &mut best, v, budget);
        fixed.extend(
            size.and_then(|n| bound_absolute_value(&mut solver, v, &n)).into_iter().flatten(),
        );
    }
    Some(best)
}

fn first_model(solver: &mut Solver, f: &[Term], budget: &mut Budget) -> Option<Model> {
    for f in f {
        solver.assert(f).ok()?;
    }
    let answer = solver.check(&[], budget);
    (answer == Answer::Sat).then(|| solver.model().clone())
}

fn absolute_value(model: &Model, v: &Var) -> Option<Int> {
    Some(model.get(v)?.as_int()?.abs())
}

fn absolute_values(model: &Model, vars: &[Var]) -> Vec<Option<Int>> {
    vars.iter().map(|v| absolute_value(model, v)).collect()
}

/// The literals of `-n <= v <= n`.
fn bound_absolute_value(solver: &mut Solver, v: &Var, n: &Int) -> Option<[Lit; 2]> {
    let low = solver.literal(&Term::le(Term::int(-n), Term::var(v))).ok()?;
    let high = solver.literal(&Term::le(Term::var(v), Term::int(n.clone()))).ok()?;
    Some([low, high])
}

/// Finds the least absolute value of one variable under the fixed literals: first zero is tried,
/// then one, two, four and so on, then the gap is halved.
fn tighten(
    solver: &mut Solver,
    fixed: &[Lit],
    best: &mut Model,
    v: &Var,
    budget: &mut Budget,
) -> Option<Int> {
    let mut high = absolute_value(best, v)?;
    // No value below `low` is possible.
    let mut low = Int::ZERO;
    let mut galloping = true;
    while low < high {
        let doubled = &low + &low;
        let middle = (&low + &high).div_floor(&Int::from(2i64));
        let limit = if galloping && doubled < middle { doubled } else { middle };
        let assumptions = [fixed, &bound_absolute_value(solver, v, &limit)?].concat();
        match solver.check(&assumptions, budget) {
            Answer::Sat => {
                *best = solver.model().clone();
                high = absolute_value(best, v)?;
                galloping = false;
            }
            Answer::Unsat => low = limit + Int::ONE,
            Answer::Unknown(_) => break,
        }
    }
    Some(high)
}
