//! A run of a program in which its invariants can be looked at: small, made up, and as long as one
//! can follow.
//!
//! Where control is at a loop the strips of its invariant are put on the cells that the arrays have
//! there. Whether each fact holds of them is evaluated, not assumed.

use super::moments::{CELLS, Cells, MadeUp, loops, watch};
use hornbook_base::Int;
use hornbook_horn::fold::fold;
use hornbook_horn::{Node, Op, Sort, Subst, Term, Var};
use hornbook_lang::interp::{ArrayValue, End, State, Trace, Value, run};
use hornbook_lang::typed::TypedProgram;
use hornbook_records::invariant::{Extent, Fact, Invariant, Strip};
use hornbook_records::sample::{Row, Sample, Visit};
use std::collections::BTreeMap;

/// Ways to choose what the program leaves open, of which the best is taken.
const TRIES: u64 = 48;

/// Steps of one run.
const STEPS: usize = 4_000;

/// Visits of one loop that are kept.
const VISITS: usize = 400;

/// The cells that are made up are less than this.
const VALUES: u64 = 10;

/// Cells with negative indices that are shown because a variable has such a value.
const BEFORE: i64 = 4;

/// A run of a program with its invariants. `None` if no run was found that comes to one of them.
pub fn sample(program: &TypedProgram, invariants: &[Invariant], size: u32) -> Option<Sample> {
    let wanted = invariants.iter().filter(|i| i.loop_head && !i.strips.is_empty()).count();
    let mut best: Option<Tried> = None;
    for seed in 0..TRIES {
        let mut choices = MadeUp::new(size, seed, Cells { seed, below: VALUES });
        let trace = run(program, &mut choices, STEPS);
        let visits = visits(program, invariants, &trace, size);
        let drawn = visits.iter().zip(invariants).filter(|(_, i)| !i.strips.is_empty());
        let seen = drawn.filter(|(visits, _)| !visits.is_empty()).count();
        let worth = (trace.end == Some(End::Finished), seen);
        if best.as_ref().is_none_or(|known| worth > known.worth) {
            let cut = trace.end.is_none() || visits.iter().any(|v| v.len() == VISITS);
            best = Some(Tried { worth, sample: Sample { size, visits, cut } });
        }
        if worth == (true, wanted) {
            break;
        }
    }
    let best = best.filter(|best| best.worth.1 > 0);
    best.map(|best| best.sample)
}

/// A run that was tried.
struct Tried {
    /// Whether it came to its end, and at how many of the points it was.
    worth: (bool, usize),
    sample: Sample,
}

/// The times that a run was at each of the points.
fn visits(
    program: &TypedProgram,
    invariants: &[Invariant],
    trace: &Trace,
    size: u32,
) -> Vec<Vec<Visit>> {
    let loops = loops(program);
    let at = |invariant: &Invariant| loops.iter().position(|l| l.span == invariant.span);
    let points: Vec<Option<usize>> = invariants.iter().map(at).collect();
    let mut out: Vec<Vec<Visit>> = vec![vec![]; invariants.len()];
    watch(&loops, trace, |moment| {
        for (n, point) in points.iter().enumerate() {
            let Some(head) = point.filter(|p| moment.is_at_head(*p) && out[n].len() < VISITS)
            else {
                continue;
            };
            let rounds = moment.rounds_up_to(head);
            out[n].extend(visit(program, &invariants[n], moment.state, rounds, size));
        }
    });
    out
}

/// The strips of an invariant in a state. `None` if an end of a range is not known there.
fn visit(
    program: &TypedProgram,
    invariant: &Invariant,
    state: &State,
    rounds: Vec<usize>,
    size: u32,
) -> Option<Visit> {
    let values = Values::of(program, state, size);
    let rows = invariant.strips.iter().map(|strip| values.row(strip));
    let shown = |(var, value): (_, &Value)| {
        let info = program.var(var);
        match value {
            Value::Int(n) => Some((info.name.clone(), n.to_string())),
            Value::Bool(b) => Some((info.name.clone(), b.to_string())),
            Value::Array(_) => None,
        }
    };
    Some(Visit {
        rounds,
        rows: rows.collect::<Option<_>>()?,
        scalars: state.scalars.iter().filter_map(|(v, value)| shown((*v, value))).collect(),
    })
}

/// The strips on the cells that arrays have, with the values of all variables; at least so many cells
/// from index 0. `None` if an end of a range has no value.
pub fn rows(
    strips: &[Strip],
    scalars: Subst,
    arrays: &BTreeMap<String, ArrayValue>,
    size: u32,
) -> Option<Vec<Row>> {
    let arrays = arrays.iter().map(|(name, array)| (name.as_str(), array)).collect();
    // Where a variable is before the first cell, the cell there may matter.
    let numbers = scalars.values().filter_map(|t| t.as_int()?.to_i64());
    let first = numbers.filter(|n| (-BEFORE..0).contains(n)).min().unwrap_or(0);
    let values = Values { first, size: i64::from(size), scalars, arrays };
    strips.iter().map(|strip| values.row(strip)).collect()
}

/// The values of the variables that terms speak of.
struct Values<'s> {
    /// The cells from and up to these indices are worth showing.
    first: i64,
    size: i64,
    scalars: Subst,
    arrays: BTreeMap<&'s str, &'s ArrayValue>,
}

impl<'s> Values<'s> {
    fn of(program: &'s TypedProgram, state: &'s State, size: u32) -> Values<'s> {
        let scalar = |(id, value): (_, &Value)| {
            let name = &program.var(id).name;
            match value {
                Value::Int(n) => Some((Var::int(name), Term::int(n.clone()))),
                Value::Bool(b) => Some((Var::new(name, Sort::Bool), Term::bool(*b))),
                Value::Array(_) => None,
            }
        };
        let arrays = state.arrays.iter();
        Values {
            first: 0,
            size: i64::from(size),
            scalars: state.scalars.iter().filter_map(|(v, value)| scalar((*v, value))).collect(),
            arrays: arrays.map(|(v, array)| (program.var(*v).name.as_str(), array)).collect(),
        }
    }

    fn row(&self, strip: &Strip) -> Option<Row> {
        let array = self.arrays.get(strip.array.as_str())?;
        let tick = |t: &hornbook_records::invariant::Tick| {
            self.value(t.before.first()?, &Subst::new()).as_int()?.to_i64()
        };
        let ticks: Vec<i64> = strip.ticks.iter().map(tick).collect::<Option<_>>()?;
        let first = ticks.iter().copied().fold(self.first, i64::min).max(-CELLS);
        let behind = ticks.iter().copied().fold(self.size, i64::max);
        let behind = behind.clamp(first + 1, first + CELLS);
        let cells = (first..behind).map(|k| match array.get(&Int::from(k)) {
            Value::Int(n) => n.to_string(),
            Value::Bool(b) => b.to_string(),
            Value::Array(_) => "…".to_owned(),
        });
        let holds = strip.facts.iter().map(|fact| self.holds(fact, &ticks, first..behind));
        Some(Row { first, cells: cells.collect(), holds: holds.collect(), ticks })
    }

    /// Whether a fact holds of all the cells that are shown and that it is about.
    fn holds(&self, fact: &Fact, ticks: &[i64], shown: std::ops::Range<i64>) -> Option<bool> {
        let end = |tick: Option<usize>, open: i64| tick.map_or(open, |n| ticks[n]);
        let cells = |range: &Extent| {
            end(range.from, shown.start).max(shown.start)..end(range.to, shown.end).min(shown.end)
        };
        let mut all = vec![Subst::new()];
        for (k, range) in fact.indices.iter().zip(&fact.ranges) {
            let with = |map: &Subst, n: i64| {
                let mut map = map.clone();
                map.insert(k.clone(), Term::int(n));
                map
            };
            all = all.iter().flat_map(|map| cells(range).map(move |n| with(map, n))).collect();
        }
        let truth = |t: &Term, map: &Subst| match self.value(t, map).node() {
            Node::Bool(value) => Some(*value),
            _ => None,
        };
        let mut said = None;
        for map in &all {
            let when = fact.when.iter().map(|t| truth(t, map)).collect::<Option<Vec<bool>>>()?;
            if when.into_iter().all(|holds| holds) {
                said = Some(said != Some(false) && truth(&fact.claim, map)?);
            }
        }
        said
    }

    /// The value of a term, with values of indices besides.
    fn value(&self, t: &Term, indices: &Subst) -> Term {
        fold(&self.with_values(t, indices))
    }

    fn with_values(&self, t: &Term, indices: &Subst) -> Term {
        match t.node() {
            Node::App(Op::Select, args) => {
                let array = args[0].as_var().and_then(|a| self.arrays.get(a.name.as_ref()));
                let index = self.value(&args[1], indices);
                match array.zip(index.as_int()).map(|(array, k)| array.get(k)) {
                    Some(Value::Int(n)) => Term::int(n.clone()),
                    Some(Value::Bool(b)) => Term::bool(*b),
                    _ => t.clone(),
                }
            }
            _ => match t.as_var() {
                Some(v) => indices.get(v).or_else(|| self.scalars.get(v)).unwrap_or(t).clone(),
                None => t.map_children(|c| self.with_values(c, indices)),
            },
        }
    }
}
