//! Theory propagation: comparisons that follow from bounds by one row of the tableau.
//!
//! Each row is an equation, so the bounds of all variables but one bound that one too. A comparison that such
//! a bound decides is propagated before it is guessed wrongly (Dutertre and de Moura 2006, section 4.3).

use super::branch_and_bound::Conflict;
use super::lit::Lit;
use super::simplex::{BoundReason, Farkas, Side, Simplex};
use super::solver::Solver;
use super::tableau::{Combination, TVar};
use hornbook_base::{Budget, Int};

/// Longer rows rarely decide anything.
const LONGEST: usize = 6;

/// A bound that a row implies.
struct Implied {
    var: TVar,
    side: Side,
    value: Int,
}

impl Solver {
    /// Propagates the bounds that changed since the last call. Whether there are propagations.
    pub(super) fn propagate_bounds(&mut self, budget: &mut Budget) -> bool {
        let mut found = false;
        for row in self.simplex.take_changed_rows() {
            let terms = self.simplex.row_terms(row);
            if terms.len() > LONGEST {
                continue;
            }
            budget.charge(terms.len() as u64);
            for implied in implied_bounds(&self.simplex, terms) {
                if let Some(lit) = self.decided(&implied)
                    && self.cdcl.value(lit).is_none()
                {
                    self.enqueue_implied(lit, row, &implied);
                    found = true;
                }
            }
        }
        found
    }

    /// The strongest comparison that a bound decides.
    fn decided(&self, implied: &Implied) -> Option<Lit> {
        let atoms = &self.tables.atoms[implied.var as usize];
        match implied.side {
            Side::Upper => {
                let place = atoms.partition_point(|(k, _)| *k < implied.value);
                atoms.get(place).map(|(_, lit)| *lit)
            }
            Side::Lower => {
                let place = atoms.partition_point(|(k, _)| *k < implied.value);
                place.checked_sub(1).map(|i| !atoms[i].1)
            }
        }
    }

    /// Propagates a comparison that follows from a row.
    fn enqueue_implied(&mut self, lit: Lit, row: u32, implied: &Implied) {
        let farkas = explain(&self.simplex, self.simplex.row_terms(row), implied, lit);
        let mut clause = vec![lit];
        clause.extend(farkas.iter().filter_map(|(why, _)| match why {
            BoundReason::Lit(reason) if *reason != !lit => Some(!*reason),
            _ => None,
        }));
        if self.log.is_some() {
            let lemma = Conflict::rational(farkas, true);
            self.log_lemma(&clause, lemma.nodes);
        }
        self.statistics.propagations += 1;
        self.cdcl.enqueue_explained(&clause);
    }
}

/// The bounds on the variables of a row that are tighter than their present ones.
fn implied_bounds(simplex: &Simplex, row: &Combination) -> Vec<Implied> {
    let mut out = Vec::new();
    for greatest in [false, true] {
        // The greatest (or least) value of each part.
        let extreme =
            |(v, c): &(TVar, Int)| simplex.bound(*v, side_of(c, greatest)).map(|bound| c * bound);
        let unbounded = |(v, c): &&(TVar, Int)| simplex.bound(*v, side_of(c, greatest)).is_none();
        let mut unbounded = row.iter().filter(unbounded).map(|(v, _)| *v);
        let open = unbounded.next();
        if unbounded.next().is_some() {
            continue;
        }
        let sum: Int = row.iter().filter_map(extreme).sum();
        for part in row.iter().filter(|(v, _)| open.is_none_or(|o| o == *v)) {
            let (v, c) = part;
            let rest = extreme(part).map_or_else(|| sum.clone(), |own| &sum - &own);
            // `c * v = -rest`, where the rest is at most (or at least) what it is here.
            let side = side_of(c, !greatest);
            let value = match side {
                Side::Upper => (-rest).div_floor(c),
                Side::Lower => (-rest).div_ceil(c),
            };
            let tighter = simplex.bound(*v, side).is_none_or(|bound| match side {
                Side::Upper => value < *bound,
                Side::Lower => value > *bound,
            });
            if tighter {
                out.push(Implied { var: *v, side, value });
            }
        }
    }
    out
}

/// The bound of a variable that limits its multiple from above (or from below).
fn side_of(c: &Int, above: bool) -> Side {
    if c.is_positive() == above { Side::Upper } else { Side::Lower }
}

/// The bounds that imply a bound through a row, together with the negation of `lit`.
fn explain(simplex: &Simplex, row: &Combination, implied: &Implied, lit: Lit) -> Farkas {
    let positive = |v: TVar| row.iter().any(|(w, c)| *w == v && c.is_positive());
    // Whether the other parts are at their greatest values.
    let greatest = (implied.side == Side::Lower) == positive(implied.var);
    let reason = |(v, c): &(TVar, Int)| {
        let why = if *v == implied.var {
            Some(BoundReason::Lit(!lit))
        } else {
            simplex.why(*v, side_of(c, greatest))
        };
        why.map(|why| (why, c.abs()))
    };
    row.iter().filter_map(reason).collect()
}
