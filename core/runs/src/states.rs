//! The states of small runs at loop heads, as an abstraction keeps them: numbers, truth values and cells.

mod cells;

use super::diverse_inputs::{DiverseInputs, along};
use super::loop_heads::{heads, is_look, walk};
use cells::{CellList, choices};
use hornbook_abstraction::sigma::{Abstraction, Sigma, Value as Abstract};
use hornbook_base::Span;
use hornbook_chc::reduce::arguments::ParameterPositions;
use hornbook_chc::settings::Learning;
use hornbook_chc::trace_invariants::{Row, States};
use hornbook_horn::{PredId, System, Term, Var};
use hornbook_lang::inline::with_copies;
use hornbook_lang::interp::{State, StepRecord, Trace, Value, run};
use hornbook_lang::typed::{TypedProgram, VarId};
use std::collections::BTreeMap;

/// Steps of each.
const RUN_STEPS: usize = 600;

/// States at one loop head.
const MAX_STATES: usize = 24_000;

/// The most choices of samples in one state.
const MAX_CHOICES: usize = 150;

/// The most samples of an array along one dimension in one state.
const MAX_CELLS: usize = 12;

/// The states at the predicates of loop heads, over their abstract parameters: all scalars, and the cells of
/// the `wanted` arrays. Fewer arrays show more of how they go together.
pub fn states(
    program: &TypedProgram,
    concrete: &System,
    abstraction: &Abstraction,
    wanted: &ParameterPositions,
    limits: &Learning,
) -> States {
    let program = &with_copies(program);
    let conds = heads(program);
    let mut heads: Vec<LoopHead> = vec![];
    let mut states = States::new();
    for id in concrete.pred_ids().filter(|id| concrete.pred(*id).loop_head) {
        let Some(cond) = conds.get(&concrete.pred(id).span) else { continue };
        heads.push(LoopHead::new(*cond, &concrete.pred(id).params, abstraction, id, wanted));
        states.insert(id, vec![]);
    }
    let by_name = named(program);
    let steps = RUN_STEPS + RUN_STEPS / 4 * heads.len();
    let make = |number| {
        let run =
            |attempt| run(program, &mut DiverseInputs::new(number, attempt, MAX_CELLS), steps);
        // Assumptions may fail for the first inputs.
        let is_head =
            |step: &StepRecord| is_look(step) && heads.iter().any(|h| h.cond == step.span);
        let comes_to_a_loop = |trace: &Trace| trace.steps.iter().any(is_head);
        (0..ATTEMPTS).map(run).find(comes_to_a_loop)
    };
    let mut see = |trace: &Trace| {
        let visits = visits(trace);
        let mut seen: BTreeMap<Span, usize> = BTreeMap::new();
        walk(trace, |cond, state| {
            let nth = seen.entry(cond).or_default();
            *nth += 1;
            let share = SamplingRate::for_visits(visits.get(&cond).copied().unwrap_or(1));
            if !nth.is_multiple_of(share.every) {
                return;
            }
            for head in seen_at(&heads, cond, &by_name, state) {
                let rows = states.entry(head.pred).or_default();
                if rows.len() < MAX_STATES {
                    rows.extend(head.rows(&by_name, state, (*nth, share.choices)));
                }
            }
        });
    };
    // The last runs are the longest, and their states tell most.
    (0..limits.runs).rev().filter_map(make).for_each(|trace| see(&trace));
    for rows in states.values_mut() {
        rows.sort_unstable();
        rows.dedup();
    }
    states
}

/// The heads at which a run is when it evaluates a condition. A loop in a function that is inlined at
/// several calls is at the head whose variables have values.
fn seen_at<'h>(
    heads: &'h [LoopHead],
    cond: Span,
    by_name: &Names,
    state: &State,
) -> impl Iterator<Item = &'h LoopHead> {
    let here: Vec<(usize, &LoopHead)> = heads
        .iter()
        .filter(|head| head.cond == cond)
        .map(|head| {
            (head.scalars.iter().filter(|v| there(by_name, state, v).is_some()).count(), head)
        })
        .collect();
    let most = here.iter().map(|(n, _)| *n).max();
    here.into_iter().filter(move |(n, _)| Some(*n) == most).map(|(_, head)| head)
}

/// The number of times that a run evaluates each condition.
fn visits(trace: &Trace) -> BTreeMap<Span, usize> {
    let mut visits = BTreeMap::new();
    for step in trace.steps.iter().filter(|step| is_look(step)) {
        *visits.entry(step.span).or_default() += 1;
    }
    visits
}

/// The sampling of states of one run at one head: it leaves room for other runs, and covers the last states
/// as well as the first.
struct SamplingRate {
    /// The number of visits for each sample.
    every: usize,
    /// The choices of cells in each sample.
    choices: usize,
}

impl SamplingRate {
    fn for_visits(visits: usize) -> SamplingRate {
        let most = (MAX_STATES / RUNS).max(1);
        let choices = (most / visits).clamp(FEW.min(MAX_CHOICES), MAX_CHOICES);
        SamplingRate { every: (visits * choices).div_ceil(most), choices }
    }
}

/// The least number of sampled runs.
const RUNS: usize = 60;

/// The attempts to start a run that reaches a loop.
const ATTEMPTS: u64 = 6;

/// The choices of cells in one state, if there are as many: several show how cells go together.
const FEW: usize = 20;

/// The variables of each name; the one with a value is in scope.
type Names<'p> = BTreeMap<&'p str, Vec<VarId>>;

fn named(program: &TypedProgram) -> Names<'_> {
    let mut all = Names::new();
    for (n, info) in program.vars.iter().enumerate() {
        all.entry(&*info.name).or_default().push(VarId(n as u32));
    }
    all
}

/// The variable of a predicate's parameter, if it has a value.
fn there(by_name: &Names, state: &State, v: &Var) -> Option<VarId> {
    let ids = by_name.get(&*v.name).into_iter().flatten();
    ids.copied().find(|id| state.scalars.contains_key(id) || state.arrays.contains_key(id))
}

/// A loop head.
struct LoopHead {
    pred: PredId,
    cond: Span,
    params: Vec<Var>,
    scalars: Vec<Var>,
    copies: Vec<CellCopy>,
    /// The indices of copies that stand in increasing order.
    ordered: Vec<(usize, usize)>,
}

/// A cell of an array that the abstraction keeps.
struct CellCopy {
    array: Var,
    indices: Vec<Var>,
    value: Var,
}

impl LoopHead {
    fn new(
        cond: Span,
        params: &[Var],
        abstraction: &Abstraction,
        pred: PredId,
        wanted: &ParameterPositions,
    ) -> LoopHead {
        let vars = |terms: Vec<Term>| terms.iter().filter_map(|t| t.as_var().cloned()).collect();
        let formal = abstraction.formal(pred);
        let scalars = params.iter().filter(|v| !v.sort.is_array()).cloned().collect();
        let mut head = LoopHead {
            pred,
            cond,
            params: vars(formal.leaves()),
            scalars,
            copies: vec![],
            ordered: vec![],
        };
        if let (Sigma::Tuple(sigmas), Abstract::Tuple(values)) = (abstraction.sigma(pred), formal) {
            let mut at = 0;
            for (array, (sigma, value)) in params.iter().zip(sigmas.iter().zip(values)) {
                let its = at..at + value.leaves().len();
                at = its.end;
                if array.sort.is_array() && its.into_iter().any(|n| wanted.contains(&(pred, n))) {
                    head.keep(array, sigma, value);
                }
            }
        }
        head
    }

    fn keep(&mut self, array: &Var, sigma: &Sigma, sharp: &Abstract) {
        let leaves = sharp.leaves();
        if let Some(depth) = sigma.depth() {
            let vars: Vec<Var> = leaves.iter().filter_map(|t| t.as_var().cloned()).collect();
            if let [indices @ .., value] = vars.as_slice()
                && indices.len() == depth
            {
                let (indices, value) = (indices.to_vec(), value.clone());
                self.copies.push(CellCopy { array: array.clone(), indices, value });
            }
            return;
        }
        let first = self.copies.len();
        match (sigma, sharp) {
            (Sigma::Power(base, _) | Sigma::Ordered(base, _), Abstract::Tuple(values)) => {
                values.iter().for_each(|value| self.keep(array, base, value));
                if matches!(sigma, Sigma::Ordered(..)) {
                    self.ordered.extend((first + 1..self.copies.len()).map(|n| (n - 1, n)));
                }
            }
            (Sigma::Product(parts), Abstract::Tuple(values)) => {
                parts.iter().zip(values).for_each(|(part, value)| self.keep(array, part, value));
            }
            _ => {}
        }
    }

    /// The rows of the state, one for each choice of cells in the sample: if there are many choices, the
    /// n-th portion of a mixture.
    fn rows(&self, by_name: &Names, state: &State, (nth, most): (usize, usize)) -> Vec<Row> {
        let there = |v: &Var| there(by_name, state, v);
        let mut row: Row = vec![None; self.params.len()];
        for v in &self.scalars {
            let value = there(v).and_then(|id| state.scalars.get(&id)).and_then(number);
            self.put(&mut row, v, value);
        }
        let scalars: Vec<i64> = row.iter().flatten().copied().collect();
        let cells = |copy: &CellCopy| {
            let array = there(&copy.array).and_then(|id| state.arrays.get(&id))?;
            let depth = copy.indices.len();
            Some(CellList::from_array(array, depth, along(depth, MAX_CELLS)))
        };
        let Some(cells) = self.copies.iter().map(cells).collect::<Option<Vec<CellList>>>() else {
            return vec![];
        };
        let mut rows = vec![];
        for choice in choices(&cells, &scalars, nth, most) {
            let at = |n: usize| cells[n].place(choice[n]);
            if !self.ordered.iter().all(|(a, b)| at(*a) < at(*b)) {
                continue;
            }
            let mut row = row.clone();
            for (n, copy) in self.copies.iter().enumerate() {
                copy.indices.iter().zip(at(n)).for_each(|(v, k)| self.put(&mut row, v, Some(*k)));
                self.put(&mut row, &copy.value, Some(cells[n].value(choice[n])));
            }
            rows.push(row);
        }
        rows
    }

    fn put(&self, row: &mut Row, v: &Var, value: Option<i64>) {
        if let Some(at) = self.params.iter().position(|p| p == v) {
            row[at] = value;
        }
    }
}

fn number(value: &Value) -> Option<i64> {
    match value {
        Value::Int(n) => n.to_i64(),
        Value::Bool(b) => Some(i64::from(*b)),
        Value::Array(_) => None,
    }
}
