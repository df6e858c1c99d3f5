//! Sample runs of a program, in which its invariants are shown: small, with synthetic inputs, and through as many
//! branches as possible.
//!
//! At each loop head the strips of its invariant are put on the cells of the arrays. Whether each fact holds of
//! them is evaluated, not assumed.

use super::sample_inputs::{CellSeed, MAX_CELLS, SyntheticInputs, loops, visit_states};
use hornbook_base::Int;
use hornbook_horn::fold::fold;
use hornbook_horn::{Node, Op, Sort, Subst, Term, Var};
use hornbook_lang::interp::{ArrayValue, End, State, StepKind, Trace, Value, run};
use hornbook_lang::typed::{TypedProgram, TypedStmt, TypedStmtKind, all_statements};
use hornbook_records::invariant::{IndexRange, Invariant, Strip, StripFact};
use hornbook_records::sample::{LoopVisit, SampleRun, StripRow};
use std::collections::{BTreeMap, BTreeSet};

/// The number of runs, of which the best is taken.
const MAX_RUNS: u64 = 48;

/// The greatest number of steps of one run.
const MAX_STEPS: usize = 4_000;

/// The greatest number of visits of one loop that are kept.
const MAX_VISITS: usize = 400;

/// An exclusive bound on the cells.
const MAX_VALUE: u64 = 10;

/// The greatest number of cells with negative indices that are shown for a variable of such a value.
const MAX_NEGATIVE_CELLS: i64 = 4;

/// Samples a run of a program with its invariants. `None` if no run is found that comes to one of them.
pub fn sample_run(
    program: &TypedProgram,
    invariants: &[Invariant],
    size: u32,
) -> Option<SampleRun> {
    sample(program, invariants, size, &|invariant| !invariant.strips.is_empty())
}

/// Samples a run, see [`sample_run`], also for invariants that are about no array.
pub fn sample_rounds(
    program: &TypedProgram,
    invariants: &[Invariant],
    size: u32,
) -> Option<SampleRun> {
    sample(program, invariants, size, &|_| true)
}

/// The best run for the invariants that are to be visited.
fn sample(
    program: &TypedProgram,
    invariants: &[Invariant],
    size: u32,
    is_shown: &dyn Fn(&Invariant) -> bool,
) -> Option<SampleRun> {
    let wanted = invariants.iter().filter(|i| i.loop_head && is_shown(i)).count();
    let all_branches = 2 * count_conditions(program);
    let mut best: Option<TriedRun> = None;
    for seed in 0..MAX_RUNS {
        let mut choices = SyntheticInputs::new(size, seed, CellSeed { seed, below: MAX_VALUE });
        let trace = run(program, &mut choices, MAX_STEPS);
        let visits = collect_visits(program, invariants, &trace, size);
        let drawn = visits.iter().zip(invariants).filter(|(_, i)| is_shown(i));
        let seen = drawn.filter(|(visits, _)| !visits.is_empty()).count();
        let score = (trace.end == Some(End::Finished), seen, count_branches(&trace));
        if best.as_ref().is_none_or(|known| score > known.score) {
            let cut = trace.end.is_none() || visits.iter().any(|v| v.len() == MAX_VISITS);
            best = Some(TriedRun { score, sample: SampleRun { size, visits, cut } });
        }
        if score == (true, wanted, all_branches) {
            break;
        }
    }
    let best = best.filter(|best| best.score.1 > 0);
    best.map(|best| best.sample)
}

/// A run that was tried.
struct TriedRun {
    /// Whether it ended, how many of the points it visited, and how many branches it took.
    score: (bool, usize, usize),
    sample: SampleRun,
}

/// The number of conditions of a program, each of which has two branches.
fn count_conditions(program: &TypedProgram) -> usize {
    let has_condition = |stmt: &&&TypedStmt| {
        use TypedStmtKind::{DoWhile, If, While};
        matches!(stmt.kind, If { .. } | While { .. } | DoWhile { .. })
    };
    all_statements(program).iter().filter(has_condition).count()
}

/// The number of branches that a run takes; a run that never enters a branch shows little of a fact about it.
fn count_branches(trace: &Trace) -> usize {
    let taken = trace.steps.iter().filter_map(|step| match step.kind {
        StepKind::Condition { value } => Some((step.span, value)),
        _ => None,
    });
    taken.collect::<BTreeSet<_>>().len()
}

/// The visits of a run to each of the points.
fn collect_visits(
    program: &TypedProgram,
    invariants: &[Invariant],
    trace: &Trace,
    size: u32,
) -> Vec<Vec<LoopVisit>> {
    let loops = loops(program);
    let at = |invariant: &Invariant| loops.iter().position(|l| l.span == invariant.span);
    let points: Vec<Option<usize>> = invariants.iter().map(at).collect();
    let mut out: Vec<Vec<LoopVisit>> = vec![vec![]; invariants.len()];
    visit_states(&loops, trace, |run_state| {
        for (n, point) in points.iter().enumerate() {
            let Some(head) =
                point.filter(|p| run_state.is_at_head(*p) && out[n].len() < MAX_VISITS)
            else {
                continue;
            };
            let rounds = run_state.iterations_up_to(head);
            out[n].extend(visit_at(program, &invariants[n], run_state.state, rounds, size));
        }
    });
    out
}

/// The strips of an invariant in a state. `None` if an end of a range has no value.
fn visit_at(
    program: &TypedProgram,
    invariant: &Invariant,
    state: &State,
    rounds: Vec<usize>,
    size: u32,
) -> Option<LoopVisit> {
    let values = StateValues::from_state(program, state, size);
    let rows = invariant.strips.iter().map(|strip| values.strip_row(strip));
    let shown = |(var, value): (_, &Value)| {
        let info = program.var(var);
        match value {
            Value::Int(n) => Some((info.name.clone(), n.to_string())),
            Value::Bool(b) => Some((info.name.clone(), b.to_string())),
            Value::Array(_) => None,
        }
    };
    Some(LoopVisit {
        rounds,
        rows: rows.collect::<Option<_>>()?,
        scalars: state.scalars.iter().filter_map(|(v, value)| shown((*v, value))).collect(),
    })
}

/// The strips on the cells of arrays, with the values of all variables; at least `size` cells from index 0. `None` if an end of a range has no value.
pub fn strip_rows(
    strips: &[Strip],
    scalars: Subst,
    arrays: &BTreeMap<String, ArrayValue>,
    size: u32,
) -> Option<Vec<StripRow>> {
    let arrays = arrays.iter().map(|(name, array)| (name.as_str(), array)).collect();
    // The cell at the negative value of a variable may matter.
    let numbers = scalars.values().filter_map(|t| t.as_int()?.to_i64());
    let first = numbers.filter(|n| (-MAX_NEGATIVE_CELLS..0).contains(n)).min().unwrap_or(0);
    let values = StateValues { first, size: i64::from(size), scalars, arrays };
    strips.iter().map(|strip| values.strip_row(strip)).collect()
}

/// The values of the variables of a state.
struct StateValues<'s> {
    /// The cells from and up to these indices are shown.
    first: i64,
    size: i64,
    scalars: Subst,
    arrays: BTreeMap<&'s str, &'s ArrayValue>,
}

impl<'s> StateValues<'s> {
    fn from_state(program: &'s TypedProgram, state: &'s State, size: u32) -> StateValues<'s> {
        let scalar = |(id, value): (_, &Value)| {
            let name = &program.var(id).name;
            match value {
                Value::Int(n) => Some((Var::int(name), Term::int(n.clone()))),
                Value::Bool(b) => Some((Var::new(name, Sort::Bool), Term::bool(*b))),
                Value::Array(_) => None,
            }
        };
        let arrays = state.arrays.iter();
        StateValues {
            first: 0,
            size: i64::from(size),
            scalars: state.scalars.iter().filter_map(|(v, value)| scalar((*v, value))).collect(),
            arrays: arrays.map(|(v, array)| (program.var(*v).name.as_str(), array)).collect(),
        }
    }

    fn strip_row(&self, strip: &Strip) -> Option<StripRow> {
        let array = self.arrays.get(strip.array.as_str())?;
        let tick = |t: &hornbook_records::invariant::Tick| {
            self.value(t.before.first()?, &Subst::new()).as_int()?.to_i64()
        };
        let ticks: Vec<i64> = strip.ticks.iter().map(tick).collect::<Option<_>>()?;
        let first = ticks.iter().copied().fold(self.first, i64::min).max(-MAX_CELLS);
        let behind = ticks.iter().copied().fold(self.size, i64::max);
        let behind = behind.clamp(first + 1, first + MAX_CELLS);
        let cells = (first..behind).map(|k| match array.get(&Int::from(k)) {
            Value::Int(n) => n.to_string(),
            Value::Bool(b) => b.to_string(),
            Value::Array(_) => "…".to_owned(),
        });
        let holds = strip.facts.iter().map(|fact| self.holds(fact, &ticks, first..behind));
        Some(StripRow { first, cells: cells.collect(), holds: holds.collect(), ticks })
    }

    /// Whether a fact holds of all shown cells in its range.
    fn holds(&self, fact: &StripFact, ticks: &[i64], shown: std::ops::Range<i64>) -> Option<bool> {
        let end = |tick: Option<usize>, open: i64| tick.map_or(open, |n| ticks[n]);
        let cells = |range: &IndexRange| {
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

    /// The value of a term under the state and an assignment to indices.
    fn value(&self, t: &Term, indices: &Subst) -> Term {
        fold(&self.substitute_values(t, indices))
    }

    fn substitute_values(&self, t: &Term, indices: &Subst) -> Term {
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
                None => t.map_children(|c| self.substitute_values(c, indices)),
            },
        }
    }
}
