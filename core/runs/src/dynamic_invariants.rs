//! Dynamic invariants of numbers at loop heads on small runs: linear equations, by elimination over the
//! sampled states (Karr's analysis on samples), and small differences.
//!
//! They are guesses. The engines keep those that are inductive.

use super::loop_heads::{heads, visit};
use super::random_runs::SmallInputs;
use hornbook_base::Span;
use hornbook_chc::rule::Lemmas;
use hornbook_chc::trace_invariants::equations::Equations;
use hornbook_horn::linear::Linear;
use hornbook_horn::{Op, PredId, Sort, System, Term, Var};
use hornbook_lang::interp::{State, Value};
use hornbook_lang::typed::TypedProgram;
use hornbook_settings::Seeing;

/// The most steps of one run.
const RUN_STEPS: usize = 400;

/// The most states at each loop head.
const MAX_STATES: usize = 160;

/// The most numbers at each loop head.
const MAX_NUMBERS: usize = 10;

/// The guessed invariants at the predicates of loop heads.
pub fn guess_invariants(program: &TypedProgram, system: &System, limits: &Seeing) -> Lemmas {
    let heads = heads(program);
    let mut points: Vec<HeadSamples> = vec![];
    for id in system.pred_ids().filter(|id| system.pred(*id).loop_head) {
        let info = system.pred(id);
        let vars: Vec<Var> =
            info.params.iter().filter(|v| v.sort == Sort::Int).take(MAX_NUMBERS).cloned().collect();
        if let Some(cond) = heads.get(&info.span).filter(|_| !vars.is_empty()) {
            points.push(HeadSamples { pred: id, cond: *cond, vars, rows: vec![] });
        }
    }
    if points.is_empty() || limits.runs == 0 {
        return Lemmas::new();
    }
    let runs = (0..limits.runs).map(SmallInputs::mixed);
    visit(program, runs, RUN_STEPS, |cond, state| {
        let here = points.iter_mut().filter(|point| point.cond == cond);
        here.for_each(|point| point.see(program, state, MAX_STATES));
    });
    points.iter().map(|point| (point.pred, point.invariants())).collect()
}

/// A loop head with its sampled states.
struct HeadSamples {
    pred: PredId,
    cond: Span,
    vars: Vec<Var>,
    /// The values of the variables.
    rows: Vec<Vec<i128>>,
}

impl HeadSamples {
    fn see(&mut self, program: &TypedProgram, state: &State, most: usize) {
        if self.rows.len() >= most {
            return;
        }
        let value = |v: &Var| {
            let known = state.scalars.iter().find(|(id, _)| *program.var(**id).name == *v.name);
            match known?.1 {
                Value::Int(n) => n.to_i64().map(i128::from),
                _ => None,
            }
        };
        let row: Option<Vec<i128>> = self.vars.iter().map(value).collect();
        if let Some(row) = row.filter(|row| !self.rows.contains(row)) {
            self.rows.push(row);
        }
    }

    fn invariants(&self) -> Vec<Term> {
        // Too few states prove nothing.
        if self.rows.len() < self.vars.len() + 3 {
            return vec![];
        }
        let equations = self.equations().into_iter().map(|form| Term::eq(form, Term::int(0)));
        equations.chain(self.differences()).chain(self.residues()).collect()
    }

    /// The linear forms that are zero in all states.
    fn equations(&self) -> Vec<Term> {
        let mut equations = Equations::new(self.vars.len());
        for row in &self.rows {
            equations.see(row);
        }
        equations.forms(&self.vars).iter().map(Linear::to_term).collect()
    }

    /// `x mod m = r` for small moduli, where the variable takes several values.
    fn residues(&self) -> Vec<Term> {
        let mut found = vec![];
        for (n, x) in self.vars.iter().enumerate() {
            let mut values: Vec<i128> = self.rows.iter().map(|row| row[n]).collect();
            values.sort_unstable();
            values.dedup();
            for modulus in MODULI.filter(|_| values.len() > 3) {
                let residue = values[0].rem_euclid(modulus);
                if values.iter().all(|value| value.rem_euclid(modulus) == residue) {
                    let left = Term::app(Op::Mod, vec![Term::var(x), Term::int(small(modulus))]);
                    found.push(Term::eq(left, Term::int(small(residue))));
                }
            }
        }
        found
    }

    /// `x - y <= c` and `x >= c` for small numbers `c`, where some state needs it.
    fn differences(&self) -> Vec<Term> {
        let mut found = vec![];
        let most =
            |of: &dyn Fn(&[i128]) -> i128| self.rows.iter().map(|row| of(row)).max().unwrap_or(0);
        for (n, x) in self.vars.iter().enumerate() {
            let lower = -most(&|row| -row[n]);
            if (0..=1).contains(&lower) {
                found.push(Term::le(Term::int(small(lower)), Term::var(x)));
            }
            for (m, y) in self.vars.iter().enumerate().filter(|(m, _)| *m != n) {
                let upper = most(&|row| row[n] - row[m]);
                if (-1..=1).contains(&upper) {
                    let bound = Term::add(Term::var(y), Term::int(small(upper)));
                    found.push(Term::le(Term::var(x), bound));
                }
            }
        }
        found
    }
}

/// The moduli that are tried.
const MODULI: std::ops::RangeInclusive<i128> = 2..=5;

fn small(n: i128) -> i64 {
    i64::try_from(n).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(names: &[&str], rows: &[&[i128]]) -> HeadSamples {
        let rows = rows.iter().map(|row| row.to_vec()).collect();
        let vars = names.iter().map(|name| Var::new(*name, Sort::Int)).collect();
        HeadSamples { pred: PredId(0), cond: Span::default(), vars, rows }
    }

    #[test]
    fn equations_hold_in_all_states() {
        // s = i * (i + 1) / 2, q = i * i.
        let rows: Vec<Vec<i128>> = (0..7).map(|i| vec![i, i * i, i * (i + 1) / 2]).collect();
        let rows: Vec<&[i128]> = rows.iter().map(Vec::as_slice).collect();
        let found: Vec<String> =
            point(&["i", "q", "s"], &rows).equations().iter().map(ToString::to_string).collect();
        assert_eq!(found, ["i + q - 2 * s"]);
    }

    #[test]
    fn small_differences_are_bounds() {
        let point = point(&["i", "n"], &[&[0, 3], &[1, 3], &[4, 3], &[0, 9]]);
        let found: Vec<String> = point.differences().iter().map(ToString::to_string).collect();
        assert_eq!(found, ["0 <= i", "i <= n + 1"]);
        assert_eq!(point.equations(), []);
        assert_eq!(point.residues(), []);
    }

    #[test]
    fn what_grows_by_steps_has_a_residue() {
        let rows: Vec<[i128; 1]> = (0..6).map(|k| [3 * k + 1]).collect();
        let rows: Vec<&[i128]> = rows.iter().map(<[i128; 1]>::as_slice).collect();
        let found: Vec<String> =
            point(&["i"], &rows).residues().iter().map(ToString::to_string).collect();
        assert_eq!(found, ["i % 3 == 1"]);
    }
}
