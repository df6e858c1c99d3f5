//! General simplex: satisfiability of bounds on variables and linear forms over the rationals.
//!
//! Dutertre and de Moura, "A fast linear-arithmetic solver for DPLL(T)", 2006. All variables and
//! forms are integers with integer bounds, so there are no strict bounds and no infinitesimals.
//! Rows come into the tableau when a form gets its first bound.

use super::lit::Lit;
use super::tableau::{Combination, TVar, Tableau, coefficient};
use hornbook_base::{Budget, Exhausted, Int, Rat};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The reason of a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum BoundReason {
    /// This literal is true.
    Lit(Lit),
    /// The split with this number.
    Split(u32),
}

/// Bounds that contradict each other: with these positive multipliers they add up to `0 < 0`.
pub(super) type Farkas = Vec<(BoundReason, Int)>;

/// Lower or upper bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Lower,
    Upper,
}

#[derive(Clone)]
struct Bound {
    value: Int,
    why: BoundReason,
}

#[derive(Clone)]
struct Variable {
    value: Rat,
    lower: Option<Bound>,
    upper: Option<Bound>,
    /// The row of the variable, if it is basic.
    row: Option<u32>,
    /// The form of the variable; empty for variables of the input.
    form: Combination,
    /// Whether the form has a row or a column in the tableau.
    active: bool,
    suspected: bool,
}

impl Variable {
    fn bound(&self, side: Side) -> &Option<Bound> {
        match side {
            Side::Lower => &self.lower,
            Side::Upper => &self.upper,
        }
    }

    fn bound_mut(&mut self, side: Side) -> &mut Option<Bound> {
        match side {
            Side::Lower => &mut self.lower,
            Side::Upper => &mut self.upper,
        }
    }

    /// The bound that the value violates.
    fn violated(&self) -> Option<Side> {
        if self.lower.as_ref().is_some_and(|b| below(&self.value, &b.value)) {
            Some(Side::Lower)
        } else if self.upper.as_ref().is_some_and(|b| above(&self.value, &b.value)) {
            Some(Side::Upper)
        } else {
            None
        }
    }
}

fn below(value: &Rat, bound: &Int) -> bool {
    if value.is_integer() { value.num() < bound } else { *value.num() < bound * value.den() }
}

fn above(value: &Rat, bound: &Int) -> bool {
    if value.is_integer() { value.num() > bound } else { *value.num() > bound * value.den() }
}

struct BoundChange {
    var: TVar,
    side: Side,
    old: Option<Bound>,
    /// The trail position of the literal that caused the change.
    position: usize,
}

/// Variables, bounds, and a basic solution.
/// **Invariant:** variables that are not basic lie within their bounds and are integers; a basic variable
/// that is not within its bounds is suspected.
#[derive(Default)]
pub(super) struct Simplex {
    vars: Vec<Variable>,
    tableau: Tableau,
    suspects: BinaryHeap<Reverse<TVar>>,
    trail: Vec<BoundChange>,
    /// The forms that the tableau has.
    active: Vec<TVar>,
    pivots: u64,
    /// Variables whose bounds changed since the last call of `take_changed_rows`.
    changed: Vec<TVar>,
    /// Steps of new rows that no budget was charged for.
    owed: u64,
    /// Pivots since the last solution or contradiction.
    streak: u32,
}

/// Pivots in one check before the rule that surely terminates takes over.
const BLAND_AFTER: u32 = 200;

/// Variables in more rows than this are crowded.
const CROWDED: usize = 12;

impl Simplex {
    /// A new variable, or a name for a form over variables of the input.
    pub(super) fn new_var(&mut self, form: Combination) -> TVar {
        let v = self.vars.len() as TVar;
        let active = form.is_empty();
        self.vars.push(Variable {
            value: Rat::ZERO,
            lower: None,
            upper: None,
            row: None,
            form,
            active,
            suspected: false,
        });
        self.tableau.new_var();
        v
    }

    pub(super) fn len(&self) -> usize {
        self.vars.len()
    }

    pub(super) fn is_input(&self, v: TVar) -> bool {
        self.vars[v as usize].form.is_empty()
    }

    /// The form of `v` over variables of the input.
    pub(super) fn form(&self, v: TVar) -> Combination {
        let form = &self.vars[v as usize].form;
        if form.is_empty() { vec![(v, Int::ONE)] } else { form.clone() }
    }

    /// The value of an input variable or of a form in the current basic solution.
    pub(super) fn value(&self, v: TVar) -> Rat {
        let var = &self.vars[v as usize];
        if var.active { var.value.clone() } else { self.evaluate(&var.form) }
    }

    /// The bound of `v`, if it has one.
    pub(super) fn bound(&self, v: TVar, side: Side) -> Option<&Int> {
        self.vars[v as usize].bound(side).as_ref().map(|b| &b.value)
    }

    /// The reason of the bound of `v`, if it has one.
    pub(super) fn why(&self, v: TVar, side: Side) -> Option<BoundReason> {
        self.vars[v as usize].bound(side).as_ref().map(|b| b.why)
    }

    /// The rows that mention variables whose bounds changed since the last call, each once; without those of
    /// crowded variables.
    pub(super) fn take_changed_rows(&mut self) -> Vec<u32> {
        let mut rows: Vec<u32> = Vec::new();
        let mut changed = std::mem::take(&mut self.changed);
        changed.sort_unstable();
        changed.dedup();
        for v in changed {
            if self.tableau.column_len(v) <= CROWDED {
                rows.extend(self.tableau.scan_column(v));
            }
        }
        rows.sort_unstable();
        rows.dedup();
        rows
    }

    /// The equation of a row.
    pub(super) fn row_terms(&self, row: u32) -> &Combination {
        &self.tableau.row(row).terms
    }

    /// How many pivots there have been.
    pub(super) fn pivots(&self) -> u64 {
        self.pivots
    }

    /// The row of a basic variable.
    pub(super) fn row_of(&self, v: TVar) -> Option<&Combination> {
        self.vars[v as usize].row.map(|r| &self.tableau.row(r).terms)
    }

    /// The bound that the value of `v` is equal to, if any.
    pub(super) fn rests_on(&self, v: TVar) -> Option<Side> {
        let var = &self.vars[v as usize];
        let rests = |side: &Side| {
            var.bound(*side).as_ref().is_some_and(|b| Rat::from(b.value.clone()) == var.value)
        };
        [Side::Lower, Side::Upper].into_iter().find(rests)
    }

    /// The value of a form over input variables.
    pub(super) fn evaluate(&self, form: &Combination) -> Rat {
        form.iter().fold(Rat::ZERO, |sum, (v, c)| {
            &sum + &(&Rat::from(c.clone()) * &self.vars[*v as usize].value)
        })
    }

    /// Whether the current solution satisfies `v <= k` (or `v >= k`).
    pub(super) fn satisfies(&self, v: TVar, side: Side, k: &Int) -> bool {
        let value = self.value(v);
        match side {
            Side::Lower => !below(&value, k),
            Side::Upper => !above(&value, k),
        }
    }

    /// The first input variable with a fractional value that is not among the `passed`, a sorted list. Such
    /// variables are basic.
    pub(super) fn fractional(&self, passed: &[TVar]) -> Option<TVar> {
        let rows = self.tableau.rows().iter();
        rows.map(|row| row.basic)
            .filter(|&v| self.is_input(v) && !self.vars[v as usize].value.is_integer())
            .filter(|v| passed.binary_search(v).is_err())
            .min()
    }

    /// The position of the undo trail.
    pub(super) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Removes all bounds that came after the mark.
    pub(super) fn undo_to_mark(&mut self, mark: usize) {
        for BoundChange { var, side, old, .. } in self.trail.drain(mark..).rev() {
            *self.vars[var as usize].bound_mut(side) = old;
        }
    }

    /// Removes all bounds that came from literals with numbers from `position` on.
    pub(super) fn undo_to_position(&mut self, position: usize) {
        let mark = self.trail.partition_point(|u| u.position < position);
        self.undo_to_mark(mark);
    }

    /// Adds a bound. `position` must not decrease from call to call.
    ///
    /// # Errors
    /// The contradiction with the opposite bound, if there is one; the bound is then not added.
    pub(super) fn assert(
        &mut self,
        v: TVar,
        side: Side,
        value: Int,
        why: BoundReason,
        position: usize,
    ) -> Result<(), Farkas> {
        let var = &self.vars[v as usize];
        let (implied, clash) = match side {
            Side::Upper => (
                var.upper.as_ref().is_some_and(|b| b.value <= value),
                var.lower.as_ref().filter(|b| b.value > value),
            ),
            Side::Lower => (
                var.lower.as_ref().is_some_and(|b| b.value >= value),
                var.upper.as_ref().filter(|b| b.value < value),
            ),
        };
        if let Some(other) = clash {
            return Err(vec![(why, Int::ONE), (other.why, Int::ONE)]);
        }
        if implied {
            return Ok(());
        }
        self.activate(v);
        let var = &mut self.vars[v as usize];
        self.changed.push(v);
        let bound = Bound { value, why };
        let old = var.bound_mut(side).replace(bound);
        self.trail.push(BoundChange { var: v, side, old, position });
        self.repair(v);
        Ok(())
    }

    /// Restores the invariant after `v` got a bound.
    fn repair(&mut self, v: TVar) {
        let var = &self.vars[v as usize];
        let Some(side) = var.violated() else {
            return;
        };
        if var.row.is_some() {
            self.suspect(v);
        } else if let Some(bound) = var.bound(side) {
            let delta = &Rat::from(bound.value.clone()) - &var.value;
            self.shift(v, &delta);
        }
    }

    fn suspect(&mut self, v: TVar) {
        if !std::mem::replace(&mut self.vars[v as usize].suspected, true) {
            self.suspects.push(Reverse(v));
        }
    }

    /// Moves a variable that is not basic.
    fn shift(&mut self, v: TVar, delta: &Rat) {
        for r in self.tableau.scan_column(v) {
            self.follow(r, v, delta);
        }
        let var = &mut self.vars[v as usize];
        var.value = &var.value + delta;
    }

    /// Updates the basic variable of row `r` when `v` moves.
    fn follow(&mut self, r: u32, v: TVar, delta: &Rat) {
        let row = self.tableau.row(r);
        let basic = row.basic;
        let (Some(c), Some(d)) = (coefficient(&row.terms, v), coefficient(&row.terms, basic))
        else {
            return;
        };
        let step = match Rat::new(-(c * delta.num()), d * delta.den()) {
            Some(step) => step,
            None => return,
        };
        let var = &mut self.vars[basic as usize];
        var.value = &var.value + &step;
        self.suspect(basic);
    }

    /// Adds the row of a form to the tableau.
    fn activate(&mut self, v: TVar) {
        let var = &self.vars[v as usize];
        if var.active {
            return;
        }
        let value = self.evaluate(&var.form);
        let mut terms = var.form.clone();
        let place = terms.partition_point(|(w, _)| *w < v);
        terms.insert(place, (v, Int::MINUS_ONE));
        let length = terms.len();
        let terms = self.tableau.reduce(terms, |w| self.vars[w as usize].row);
        self.owed += (length * terms.len()) as u64;
        let row = self.tableau.add(v, terms);
        let var = &mut self.vars[v as usize];
        (var.value, var.row, var.active) = (value, Some(row), true);
        self.active.push(v);
    }

    /// Searches for a solution within all bounds, or a contradiction.
    ///
    /// # Errors
    /// The budget is used up; nothing is lost.
    pub(super) fn check(&mut self, budget: &mut Budget) -> Result<Option<Farkas>, Exhausted> {
        budget.charge(std::mem::take(&mut self.owed));
        while let Some(Reverse(v)) = self.suspects.pop() {
            self.vars[v as usize].suspected = false;
            let var = &self.vars[v as usize];
            let (Some(row), Some(side)) = (var.row, var.violated()) else {
                continue;
            };
            let cost = 1 + self.tableau.row(row).terms.len() as u64;
            if let Err(exhausted) = budget.begin(cost) {
                self.suspect(v);
                return Err(exhausted);
            }
            self.streak += 1;
            match self.entering(row, side, self.streak > BLAND_AFTER) {
                Some(entering) => budget.charge(self.leave(row, v, side, entering)),
                None => {
                    self.suspect(v);
                    self.streak = 0;
                    return Ok(Some(self.explain(row, side)));
                }
            }
        }
        self.streak = 0;
        Ok(None)
    }

    /// Whether `w` of a row must grow to bring the row's basic variable back from beyond `side`.
    fn must_grow(c: &Int, basic: &Int, side: Side) -> bool {
        // The basic variable is `- sum (c / basic) * w`.
        (c.is_negative() != basic.is_negative()) == (side == Side::Lower)
    }

    /// A variable of the row that can move in the needed direction.
    fn entering(&self, row: u32, side: Side, bland: bool) -> Option<TVar> {
        let row = self.tableau.row(row);
        let basic = coefficient(&row.terms, row.basic)?;
        let mut best: Option<(usize, TVar)> = None;
        for (w, c) in row.terms.iter().filter(|(w, _)| *w != row.basic) {
            let var = &self.vars[*w as usize];
            let free = if Self::must_grow(c, basic, side) {
                var.upper.as_ref().is_none_or(|b| below(&var.value, &b.value))
            } else {
                var.lower.as_ref().is_none_or(|b| above(&var.value, &b.value))
            };
            if !free {
                continue;
            }
            if bland {
                return Some(*w);
            }
            let length = self.tableau.column_len(*w);
            if best.is_none_or(|(l, _)| length < l) {
                best = Some((length, *w));
            }
        }
        best.map(|(_, w)| w)
    }

    /// The bounds that keep a row's basic variable beyond `side`, with their multipliers.
    fn explain(&self, row: u32, side: Side) -> Farkas {
        let row = self.tableau.row(row);
        let Some(basic) = coefficient(&row.terms, row.basic) else {
            return Vec::new();
        };
        let blocker = |(w, c): &(TVar, Int)| {
            let var = &self.vars[*w as usize];
            let blocking = if *w == row.basic {
                side
            } else if Self::must_grow(c, basic, side) {
                Side::Upper
            } else {
                Side::Lower
            };
            var.bound(blocking).as_ref().map(|b| (b.why, c.abs()))
        };
        row.terms.iter().filter_map(blocker).collect()
    }

    /// Moves the basic variable `v` onto its bound and swaps it with `entering`. Returns the work.
    fn leave(&mut self, row: u32, v: TVar, side: Side, entering: TVar) -> u64 {
        let Some(target) = self.vars[v as usize].bound(side).as_ref().map(|b| b.value.clone())
        else {
            return 1;
        };
        let distance = &Rat::from(target.clone()) - &self.vars[v as usize].value;
        let terms = &self.tableau.row(row).terms;
        let (Some(c), Some(d)) = (coefficient(terms, entering), coefficient(terms, v)) else {
            return 1;
        };
        let Some(theta) = Rat::new(-(d * distance.num()), c * distance.den()) else {
            return 1;
        };
        let width = terms.len() as u64;
        self.pivots += 1;
        let rows = self.tableau.scan_column(entering);
        for &r in rows.iter().filter(|&&r| r != row) {
            self.follow(r, entering, &theta);
        }
        self.tableau.pivot(row, entering, &rows);
        let left = &mut self.vars[v as usize];
        (left.value, left.row) = (Rat::from(target), None);
        let entered = &mut self.vars[entering as usize];
        entered.value = &entered.value + &theta;
        entered.row = Some(row);
        self.suspect(entering);
        1 + rows.len() as u64 * width
    }

    /// Drops all rows. Only without bounds; the values of variables stay near the present ones.
    pub(super) fn drop_rows(&mut self) {
        debug_assert!(self.trail.is_empty());
        for row in self.tableau.rows() {
            let var = &mut self.vars[row.basic as usize];
            var.row = None;
            var.value = Rat::from(var.value.floor());
        }
        for form in self.active.drain(..) {
            self.vars[form as usize].active = false;
        }
        for Reverse(v) in self.suspects.drain() {
            self.vars[v as usize].suspected = false;
        }
        self.tableau.clear();
        self.changed.clear();
        self.streak = 0;
    }
}
