//! A run of a program in which its invariants can be looked at: small, made up, and as long as one
//! can follow.
//!
//! Where control is at a loop the strips of its invariant are put on the cells that the arrays have
//! there. Whether each fact holds of them is evaluated, not assumed.

use super::invariant::{Extent, Fact, Invariant, Strip};
use super::run::statements;
use crate::base::{Int, Span};
use crate::horn::fold::fold;
use crate::horn::{Node, Op, Sort, Subst, Term, Var};
use crate::lang::interp::{
    ArrayValue, Choice, Choices, End, State, StepKind, StepRecord, Trace, Value, run,
};
use crate::lang::typed::{Program, Stmt, StmtKind, Type};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Ways to choose what the program leaves open, of which the best is taken.
const TRIES: u64 = 48;
/// Steps of one run.
const STEPS: usize = 4_000;
/// Visits of one loop that are kept.
const VISITS: usize = 400;
/// Cells of an array that are shown, and so many that get values of their own.
const CELLS: i64 = 24;
/// The cells and numbers that are made up are less than this.
const VALUES: u64 = 10;

/// A run, as it comes to the loops.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sample {
    /// The number that was chosen for unknown ones, where the program allows it.
    pub size: u32,
    /// For each invariant the times that the run was there, in order. Empty where it never was, or
    /// where the invariant is not of a loop.
    pub visits: Vec<Vec<Visit>>,
}

/// One time that control was at a loop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Visit {
    /// The rounds of the loops around it and its own, from 0, the outermost first.
    pub rounds: Vec<usize>,
    /// What the variables are.
    pub scalars: Vec<(String, String)>,
    /// The cells, for each strip of the invariant.
    pub rows: Vec<Row>,
}

/// The cells of an array, and where the parts of its strip are on them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// The index of the first cell that is shown.
    pub first: i64,
    /// The cells.
    pub cells: Vec<String>,
    /// Where the ticks of the strip are: the index of the cell behind each.
    pub ticks: Vec<i64>,
    /// For each fact of the strip whether it holds of the cells that are shown; `None` where it says
    /// nothing of any of them at that moment, or nothing that can be evaluated.
    pub holds: Vec<Option<bool>>,
}

/// A run of a program with its invariants. `None` if no run was found that comes to one of them.
pub fn sample(program: &Program, invariants: &[Invariant], size: u32) -> Option<Sample> {
    let wanted = invariants.iter().filter(|i| i.loop_head && !i.strips.is_empty()).count();
    let mut best: Option<Tried> = None;
    for seed in 0..TRIES {
        let mut choices = MadeUp { size, seed, made: BTreeMap::new() };
        let trace = run(program, &mut choices, STEPS);
        let visits = visits(program, invariants, &trace, size);
        let drawn = visits.iter().zip(invariants).filter(|(_, i)| !i.strips.is_empty());
        let seen = drawn.filter(|(visits, _)| !visits.is_empty()).count();
        let worth = (trace.end == Some(End::Finished), seen);
        if best.as_ref().is_none_or(|known| worth > known.worth) {
            best = Some(Tried { worth, visits });
        }
        if worth == (true, wanted) {
            break;
        }
    }
    let best = best.filter(|best| best.worth.1 > 0);
    best.map(|Tried { visits, .. }| Sample { size, visits })
}

/// A run that was tried.
struct Tried {
    /// Whether it came to its end, and at how many of the points it was.
    worth: (bool, usize),
    visits: Vec<Vec<Visit>>,
}

/// Choices that are the same each time. The first runs choose the size for each number that is
/// chosen once, later ones mix.
struct MadeUp {
    size: u32,
    seed: u64,
    /// How often a value was chosen at a place.
    made: BTreeMap<Span, u64>,
}

impl Choices for MadeUp {
    fn choose(&mut self, choice: Choice<'_>) -> Value {
        let span = match choice {
            Choice::Initial(_, info) => info.span,
            Choice::Nondet { span, .. } => span,
        };
        let time = self.made.entry(span).or_insert(0);
        *time += 1;
        let salt = u64::from(span.start) << 16 ^ *time;
        let once = *time == 1 && (self.seed == 0 || self.mixed(!salt).is_multiple_of(2));
        match choice.ty() {
            Type::Int if once => Value::Int(Int::from(i64::from(self.size))),
            ty => self.value(ty, salt),
        }
    }
}

impl MadeUp {
    fn value(&self, ty: Type, salt: u64) -> Value {
        match ty {
            Type::Int => Value::Int(Int::from((self.mixed(salt) % VALUES) as i64)),
            Type::Bool => Value::Bool(self.mixed(salt).is_multiple_of(2)),
            Type::Array(_) => {
                let mut zero = Value::zero(ty);
                if let (Value::Array(array), Some(cell)) = (&mut zero, ty.cell()) {
                    for k in 0..CELLS {
                        array.set(Int::from(k), self.value(cell, salt * 31 + k as u64 + 1));
                    }
                }
                zero
            }
        }
    }

    /// A fixed mixture of the bits of the seed and the salt (the finaliser of SplitMix64).
    fn mixed(&self, salt: u64) -> u64 {
        let mut z = salt.wrapping_add(self.seed << 40).wrapping_add(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) >> 8
    }
}

/// A loop of the program.
struct Loop {
    /// The place of the whole.
    span: Span,
    /// The place of the condition, whose evaluation is a step of its own.
    cond: Span,
    /// Whether control is at its head before its body, as in `do { .. } while (..)`, and not before its
    /// condition.
    body_first: bool,
}

impl Loop {
    /// Whether a place is inside of it.
    fn is_around(&self, place: Span) -> bool {
        self.span.start <= place.start && place.end <= self.span.end
    }
}

/// All loops, each before those inside of it.
fn loops(program: &Program) -> Vec<Loop> {
    let of = |stmt: &&Stmt| {
        let (cond, body_first) = match &stmt.kind {
            StmtKind::While { cond, .. } => (cond.span, false),
            StmtKind::DoWhile { cond, .. } => (cond.span, true),
            _ => return None,
        };
        Some(Loop { span: stmt.span, cond, body_first })
    };
    statements(&program.body).iter().filter_map(of).collect()
}

/// The rounds of the loops that control is in.
#[derive(Default)]
struct Rounds {
    /// Loops and their rounds, the outermost first.
    inside: Vec<(usize, usize)>,
    /// The loops whose condition held last, and whose body is next.
    again: Vec<usize>,
}

impl Rounds {
    /// The loops at whose heads control is before a step.
    fn heads(&mut self, loops: &[Loop], step: &StepRecord) -> Vec<usize> {
        self.inside.retain(|(l, _)| loops[*l].is_around(step.span));
        let around = (0..loops.len()).filter(|l| loops[*l].is_around(step.span));
        let heads: Vec<usize> = around
            .filter(|l| match loops[*l].body_first {
                true => self.round_of(*l).is_none() || self.again.contains(l),
                false => loops[*l].cond == step.span,
            })
            .collect();
        for head in &heads {
            match self.inside.iter_mut().find(|(l, _)| l == head) {
                Some((_, round)) => *round += 1,
                None => self.inside.push((*head, 0)),
            }
        }
        let holds = matches!(step.kind, StepKind::Condition { value: true });
        let tested = (0..loops.len()).filter(|l| holds && loops[*l].cond == step.span);
        self.again = tested.filter(|l| loops[*l].body_first).collect();
        heads
    }

    fn round_of(&self, which: usize) -> Option<usize> {
        self.inside.iter().find(|(l, _)| *l == which).map(|(_, round)| *round)
    }

    /// The rounds of a loop and of those around it.
    fn up_to(&self, head: usize) -> Vec<usize> {
        let last = self.inside.iter().position(|(l, _)| *l == head).map_or(0, |at| at + 1);
        self.inside[..last].iter().map(|(_, round)| *round).collect()
    }
}

/// The times that a run was at each of the points.
fn visits(
    program: &Program,
    invariants: &[Invariant],
    trace: &Trace,
    size: u32,
) -> Vec<Vec<Visit>> {
    let loops = loops(program);
    let at = |invariant: &Invariant| loops.iter().position(|l| l.span == invariant.span);
    let points: Vec<Option<usize>> = invariants.iter().map(at).collect();
    let mut out: Vec<Vec<Visit>> = vec![vec![]; invariants.len()];
    let (mut state, mut rounds) = (State::default(), Rounds::default());
    for step in &trace.steps {
        let heads = rounds.heads(&loops, step);
        if !heads.is_empty() {
            let mut before = state.clone();
            step.left.iter().for_each(|var| {
                before.scalars.remove(var);
                before.arrays.remove(var);
            });
            for (n, point) in points.iter().enumerate() {
                let Some(head) = point.filter(|p| heads.contains(p) && out[n].len() < VISITS)
                else {
                    continue;
                };
                out[n].extend(visit(program, &invariants[n], &before, rounds.up_to(head), size));
            }
        }
        state.apply(step);
    }
    out
}

/// The strips of an invariant in a state. `None` if an end of a range is not known there.
fn visit(
    program: &Program,
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
    let values = Values { size: i64::from(size), scalars, arrays };
    strips.iter().map(|strip| values.row(strip)).collect()
}

/// The values of the variables that terms speak of.
struct Values<'s> {
    /// The cells up to this index are worth showing.
    size: i64,
    scalars: Subst,
    arrays: BTreeMap<&'s str, &'s ArrayValue>,
}

impl<'s> Values<'s> {
    fn of(program: &'s Program, state: &'s State, size: u32) -> Values<'s> {
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
            size: i64::from(size),
            scalars: state.scalars.iter().filter_map(|(v, value)| scalar((*v, value))).collect(),
            arrays: arrays.map(|(v, array)| (program.var(*v).name.as_str(), array)).collect(),
        }
    }

    fn row(&self, strip: &Strip) -> Option<Row> {
        let array = self.arrays.get(strip.array.as_str())?;
        let tick = |t: &super::invariant::Tick| {
            self.value(t.before.first()?, &Subst::new()).as_int()?.to_i64()
        };
        let ticks: Vec<i64> = strip.ticks.iter().map(tick).collect::<Option<_>>()?;
        let first = ticks.iter().copied().fold(0, i64::min).max(-CELLS);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::interp::ListedChoices;
    use crate::lang::{Options, front_end};

    /// The rounds in which control is at each loop of a program.
    fn rounds(text: &str) -> Vec<Vec<Vec<usize>>> {
        let program = front_end(text, Options::default()).0.expect("a program");
        let loops = loops(&program);
        let trace = run(&program, &mut ListedChoices::default(), 1_000);
        let (mut out, mut rounds) = (vec![vec![]; loops.len()], Rounds::default());
        for step in &trace.steps {
            for head in rounds.heads(&loops, step) {
                out[head].push(rounds.up_to(head));
            }
        }
        out
    }

    #[test]
    fn rounds_are_counted_in_all_loops() {
        let nested = "int i = 0; while (i < 2) { int j = 0; while (j < 1) { j++; } i++; }";
        let inner = vec![vec![0, 0], vec![0, 1], vec![1, 0], vec![1, 1]];
        assert_eq!(rounds(nested), [vec![vec![0], vec![1], vec![2]], inner.clone()]);
        let doing = "int i = 0; do { int j = 0; while (j < 1) { j++; } i++; } while (i < 2);";
        assert_eq!(rounds(doing), [vec![vec![0], vec![1]], inner]);
        let broken = "int i = 0; do { while (true) { break; } i++; } while (i < 2);";
        assert_eq!(rounds(broken)[1], [[0, 0], [1, 0]]);
    }
}
