//! Systems of linear equations over the integers, and their contradictions by divisibility.
//!
//! Elimination of equalities as in the Omega test (Pugh 1991): an equation with a unit coefficient is solved
//! for that variable; one without gets smaller coefficients by a fresh variable that stands for a sum of
//! others; and one whose coefficients have a common divisor that does not divide the constant has no
//! solution. The solutions are parametrised by the values of some forms: splits on those reach a solution
//! where splits on the variables may go on for ever.

use super::simplex::{Side, Simplex};
use super::tableau::{Combination, TVar, coefficient, combine, content, divide, primitive};
use hornbook_base::Int;

/// `row = constant`, where `row` may have fresh variables.
#[derive(Clone)]
struct Equation {
    row: Combination,
    /// The left side over input variables.
    origin: Combination,
    constant: Int,
}

/// Equations in the order in which they were solved, each for one variable; variables that were
/// solved for do not occur in later equations.
struct SolvedEquations {
    equations: Vec<(TVar, Equation)>,
    /// The next fresh variable.
    fresh: TVar,
    work: u64,
}

/// The result of solving equations over the integers.
pub(super) enum Equations {
    /// This form, in normal form, has a value that is no integer.
    Contradiction(Combination),
    /// The equations have integer solutions: one for any integer values of these forms and of the other
    /// variables but the determined ones.
    Solved {
        /// Sums that fresh variables stand for, in normal form.
        free: Vec<Combination>,
        /// Variables that the rest determines, sorted.
        determined: Vec<TVar>,
    },
}

/// The work after which equations are given up: the search goes on without.
const LIMIT: u64 = 200_000;

/// Solves the equations of the forms whose bounds coincide, or as many of them as the limit allows. Also
/// gives the work done.
pub(super) fn solve(simplex: &Simplex) -> (Equations, u64) {
    let mut solved =
        SolvedEquations { equations: Vec::new(), fresh: simplex.len() as TVar, work: 0 };
    let fixed = (0..simplex.len() as TVar).filter_map(|v| {
        let value = simplex.bound(v, Side::Lower)?;
        (simplex.bound(v, Side::Upper) == Some(value)).then(|| (simplex.form(v), value.clone()))
    });
    let mut equations: Vec<(Combination, Int)> = fixed.collect();
    // Short equations first: they keep the others short.
    equations.sort_by_key(|(form, _)| form.len());
    for (form, constant) in equations {
        if solved.work > LIMIT {
            break;
        }
        let equation = Equation { row: form.clone(), origin: form, constant };
        if let Some(form) = solved.add(equation) {
            return (Equations::Contradiction(primitive(form)), solved.work);
        }
    }
    (solved.result(simplex.len() as TVar), solved.work)
}

impl SolvedEquations {
    /// Solves one more equation, or finds that it has no solution.
    fn add(&mut self, mut equation: Equation) -> Option<Combination> {
        for (v, solved) in &self.equations {
            self.work += 1;
            if coefficient(&equation.row, *v).is_some() {
                self.work += equation.words() + solved.words();
                equation = equation.without(*v, solved);
            }
        }
        let g = content(&equation.row);
        if g.is_zero() {
            // It follows from the others, or contradicts them over the rationals too.
            return None;
        }
        let constant = equation.constant.div_floor(&g);
        if &constant * &g != equation.constant {
            return Some(equation.origin);
        }
        divide(&mut equation.row, &g);
        divide(&mut equation.origin, &g);
        self.solve(Equation { constant, ..equation });
        None
    }

    /// The parameters of the solutions, if the variables of the input are those below `inputs`.
    fn result(&self, inputs: TVar) -> Equations {
        let mut determined: Vec<TVar> = self.equations.iter().map(|(v, _)| *v).collect();
        determined.sort_unstable();
        // Fresh variables are made in order, each from older ones.
        let mut sums: Vec<Combination> = Vec::new();
        for (_, shorthand) in self.equations.iter().filter(|(_, e)| e.is_shorthand(inputs)) {
            let mut sum = Combination::new();
            for (v, c) in &shorthand.row[..shorthand.row.len() - 1] {
                let part = match v.checked_sub(inputs) {
                    Some(number) => sums[number as usize].clone(),
                    None => vec![(*v, Int::ONE)],
                };
                sum = combine(&sum, &Int::ONE, &part, c);
            }
            sums.push(sum);
        }
        let is_free = |t: &TVar| determined.binary_search(t).is_err();
        let free = (inputs..).zip(sums).filter(|(t, _)| is_free(t));
        let free = free.map(|(_, sum)| primitive(sum)).collect();
        determined.retain(|v| *v < inputs);
        Equations::Solved { free, determined }
    }

    /// Solves an equation with coprime coefficients for a variable.
    fn solve(&mut self, mut equation: Equation) {
        loop {
            let least = equation.row.iter().min_by_key(|(_, c)| c.abs());
            let Some((v, c)) = least.cloned() else {
                return;
            };
            if c.abs().is_one() {
                self.equations.push((v, equation));
                return;
            }
            let shorthand = self.shorthand(&equation.row, v, &c);
            equation = equation.without(v, &shorthand);
            self.equations.push((v, shorthand));
        }
    }

    /// `v + sum q_j x_j - t = 0` with a fresh `t` and the quotients of the coefficients by `c`:
    /// it replaces `v` by `t` and leaves remainders of the other coefficients.
    fn shorthand(&mut self, row: &Combination, v: TVar, c: &Int) -> Equation {
        let quotient = |(w, d): &(TVar, Int)| (*w, d.div_nearest(c));
        let mut row: Combination = row.iter().map(quotient).collect();
        row.retain(|(_, q)| !q.is_zero());
        debug_assert!(coefficient(&row, v).is_some_and(Int::is_one));
        row.push((self.fresh, Int::MINUS_ONE));
        self.fresh += 1;
        self.work += row.len() as u64;
        Equation { row, origin: Combination::new(), constant: Int::ZERO }
    }
}

impl Equation {
    /// The number of machine words of the equation.
    fn words(&self) -> u64 {
        let parts = self.row.iter().chain(&self.origin);
        parts.map(|(_, c)| 1 + c.bits() / 64).sum()
    }

    /// Whether the equation defines a fresh variable.
    fn is_shorthand(&self, inputs: TVar) -> bool {
        self.origin.is_empty() && self.row.last().is_some_and(|(v, _)| *v >= inputs)
    }

    /// The equation with `v` substituted by `solved`, in which it has coefficient one or minus one.
    fn without(&self, v: TVar, solved: &Equation) -> Equation {
        let (Some(c), Some(unit)) = (coefficient(&self.row, v), coefficient(&solved.row, v)) else {
            return self.clone();
        };
        let n = -(c * unit);
        Equation {
            row: combine(&self.row, &Int::ONE, &solved.row, &n),
            origin: combine(&self.origin, &Int::ONE, &solved.origin, &n),
            constant: &self.constant + &(&n * &solved.constant),
        }
    }
}
