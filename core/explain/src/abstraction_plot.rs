//! Samples of the arrays at one program point, for plots of abstractions.
//!
//! An abstraction keeps scalar variables. So the arrays of one plot are those of states with equal scalars: only
//! these can be confused with each other.

use hornbook_records::abstraction_plot::{
    AbstractionPlot, PlotKind, SampledArray, SampledArrays, SampledRow,
};

use super::sample_inputs::{CellSeed, Loop, RunState, SyntheticInputs, loops, visit_states};
use hornbook_base::{Int, Span};
use hornbook_lang::interp::{ArrayValue, State, Value, run};
use hornbook_lang::typed::{Type, TypedProgram, TypedStmt, TypedStmtKind, VarId, statements};
use std::collections::BTreeMap;

/// The number that runs choose for unknown ones, where the program allows it.
const DEFAULT_SIZE: u32 = 3;

/// The number of seeds for numbers. For each there are runs that differ in the cells only.
const NUMBER_SEEDS: u64 = 24;

/// The number of seeds for cells.
const CELL_SEEDS: u64 = 6;

/// An exclusive bound on the cells: small, so that values occur several times.
const MAX_VALUE: u64 = 4;

/// The greatest number of steps of one run.
const MAX_STEPS: usize = 600;

/// The indices of the cells that are shown.
const SHOWN_INDICES: std::ops::Range<i64> = 0..5;

/// The greatest value that is shown.
const MAX_SHOWN_VALUE: u64 = 999;

/// The greatest number of rows.
const MAX_ROWS: usize = 6;

/// The number of rows that suffice for a plot.
const ENOUGH_ROWS: usize = 4;

/// Samples the arrays before a statement, or at the head of a loop. `None` if no run is found that comes there
/// with a one-dimensional array.
pub fn sample_arrays(
    program: &TypedProgram,
    place: Span,
    loop_head: bool,
) -> Option<SampledArrays> {
    let loops = loops(program);
    let point = SamplePoint::for_span(program, &loops, place, loop_head)?;
    let mut met: BTreeMap<VarId, SampledStates> = BTreeMap::new();
    let seeds = (0..CELL_SEEDS).flat_map(|cells| (0..NUMBER_SEEDS).map(move |seed| (seed, cells)));
    for (n, (seed, cells)) in seeds.enumerate() {
        let cells = CellSeed { seed: seed + cells * NUMBER_SEEDS, below: MAX_VALUE };
        let trace = run(program, &mut SyntheticInputs::new(DEFAULT_SIZE, seed, cells), MAX_STEPS);
        visit_states(&loops, &trace, |run_state| {
            let Some(rounds) = point.rounds(run_state) else { return };
            for (var, array) in &run_state.state.arrays {
                let Some(cells) = shown_cells(array) else { continue };
                let row = SampledRow {
                    first: SHOWN_INDICES.start,
                    cells,
                    run: n,
                    rounds: rounds.clone(),
                };
                let fixed = scalar_values(program, run_state.state);
                met.entry(*var).or_default().add(fixed, run_state.number, row);
            }
        });
    }
    let arrays: Vec<SampledArray> =
        met.into_iter().filter_map(|(var, met)| met.into_best_group(program, var)).collect();
    (!arrays.is_empty()).then_some(SampledArrays { arrays })
}

/// A program point where arrays are sampled.
enum SamplePoint {
    /// The head of a loop.
    Head(usize),
    /// Before the step of this span.
    Before(Span),
}

impl SamplePoint {
    fn for_span(
        program: &TypedProgram,
        loops: &[Loop],
        place: Span,
        loop_head: bool,
    ) -> Option<SamplePoint> {
        if loop_head {
            return loops.iter().position(|l| l.span == place).map(SamplePoint::Head);
        }
        let there = statements(&program.body).into_iter().find(|stmt| stmt.span == place);
        Some(SamplePoint::Before(there.map_or(place, first_step)))
    }

    /// The iterations of the loops around, if control is at the point.
    fn rounds(&self, run_state: &RunState) -> Option<Vec<usize>> {
        match self {
            SamplePoint::Head(head) => {
                run_state.is_at_head(*head).then(|| run_state.iterations_up_to(*head))
            }
            SamplePoint::Before(step) => (run_state.step.span == *step).then(|| run_state.rounds()),
        }
    }
}

/// The span of the first step of a statement.
fn first_step(stmt: &TypedStmt) -> Span {
    match &stmt.kind {
        TypedStmtKind::If { cond, .. } => cond.span,
        TypedStmtKind::Block(stmts) => stmts.first().map_or(stmt.span, first_step),
        _ => stmt.span,
    }
}

/// The values of the cells that are shown, if they are numbers or truth values and not too large.
fn shown_cells(array: &ArrayValue) -> Option<Vec<i64>> {
    let cell = |k: i64| match array.get(&Int::from(k)) {
        Value::Int(n) => n.to_i64().filter(|n| n.unsigned_abs() <= MAX_SHOWN_VALUE),
        Value::Bool(b) => Some(i64::from(*b)),
        Value::Array(_) => None,
    };
    SHOWN_INDICES.map(cell).collect()
}

/// The names and values of scalar variables.
fn scalar_values(program: &TypedProgram, state: &State) -> Vec<(String, String)> {
    let named = |(var, value): (&VarId, &Value)| {
        let name = program.var(*var).name.clone();
        match value {
            Value::Int(n) => Some((name, n.to_string())),
            Value::Bool(b) => Some((name, b.to_string())),
            Value::Array(_) => None,
        }
    };
    state.scalars.iter().filter_map(named).collect()
}

/// The different sampled rows of an array, for each state of the scalars.
#[derive(Default)]
struct SampledStates(BTreeMap<Vec<(String, String)>, SampleGroup>);

/// The rows with equal scalars.
struct SampleGroup {
    /// The number of steps before the first.
    steps: usize,
    rows: Vec<SampledRow>,
}

impl SampledStates {
    fn add(&mut self, fixed: Vec<(String, String)>, steps: usize, row: SampledRow) {
        let rows = &mut self.0.entry(fixed).or_insert(SampleGroup { steps, rows: vec![] }).rows;
        if rows.len() < MAX_ROWS && rows.iter().all(|known| known.cells != row.cells) {
            rows.push(row);
        }
    }

    /// The rows with the greatest score.
    fn into_best_group(self, program: &TypedProgram, var: VarId) -> Option<SampledArray> {
        let best = self.0.into_iter().max_by_key(|(_, group)| group.score());
        let (fixed, SampleGroup { mut rows, .. }) = best?;
        let mut runs: Vec<usize> = rows.iter().map(|row| row.run).collect();
        runs.sort_unstable();
        runs.dedup();
        for row in &mut rows {
            row.run = runs.iter().position(|run| *run == row.run).map_or(0, |n| n + 1);
        }
        let info = program.var(var);
        let truth = info.ty.cell() == Some(Type::Bool);
        Some(SampledArray { name: info.name.clone(), truth, fixed, rows })
    }
}

impl SampleGroup {
    /// A score: whether the rows are enough, whether single cells and pairs of cells have spurious combinations,
    /// the number of rows, and the number of steps before.
    fn score(&self) -> (bool, usize, usize, usize) {
        let has_spurious = |n: &usize| {
            AbstractionPlot::new(PlotKind::Cells(*n), &self.rows).find_spurious().is_some()
        };
        let spurious = (1..=2).filter(has_spurious).count();
        (self.rows.len() >= ENOUGH_ROWS, spurious, self.rows.len(), self.steps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_lang::{Options, front_end};

    const ZERO: &str = "int n = nondet();\nint a[n];\nint i = 0;\nwhile (i < n) { a[i] = 0; i = i + 1; }\nassert(a[0] == 0);\n";

    /// The samples at the first occurrence of a text in a program.
    fn samples_at(text: &str, place: &str, loop_head: bool) -> Option<SampledArrays> {
        let program = front_end(text, Options::default()).0.expect("a program");
        let start = text.find(place).expect("a place");
        sample_arrays(&program, Span::new(start, start + place.len()), loop_head)
    }

    #[test]
    fn rows_are_of_states_that_differ_in_their_arrays_only() {
        let place = "while (i < n) { a[i] = 0; i = i + 1; }";
        let SampledArrays { arrays } =
            samples_at(ZERO, place, true).expect("a run comes to the loop");
        let [a] = arrays.as_slice() else { panic!("one array") };
        assert!((ENOUGH_ROWS..=MAX_ROWS).contains(&a.rows.len()) && a.name == "a" && !a.truth);
        let i = a.fixed.iter().find(|(name, _)| name == "i").expect("i is in scope");
        let done: usize = i.1.parse().expect("a number");
        for row in &a.rows {
            assert_eq!(row.rounds, [done], "i counts the rounds");
            assert!(row.numbered().all(|(k, v)| v == 0 || k >= done as i64), "{row:?}");
        }
        assert!(AbstractionPlot::new(PlotKind::Cells(1), &a.rows).find_spurious().is_some());
    }

    #[test]
    fn places_are_heads_statements_and_conditions() {
        let text = "bool f[]; int m[2][2]; int i = 0; if (i == 0) { f[0] = true; } do { i++; } while (i < 2); assert(f[0]);";
        let sampled = |place| samples_at(text, place, false).expect("a run comes there").arrays;
        let names =
            |arrays: &[SampledArray]| arrays.iter().map(|a| a.name.clone()).collect::<Vec<_>>();
        assert_eq!(names(&sampled("if (i == 0) { f[0] = true; }")), ["f"]);
        let after = sampled("i < 2");
        assert!(after[0].truth && after[0].rows.iter().all(|row| row.cells[0] == 1));
        assert!(samples_at(text, "do { i++; } while (i < 2);", true).is_some());
        assert!(samples_at(text, "int i = 0;", true).is_none(), "that is no loop");
        assert!(samples_at("int x = 0; x = 1;", "x = 1;", false).is_none(), "there is no array");
    }

    #[test]
    fn samples_are_deterministic() {
        let found = samples_at(ZERO, "a[i] = 0;", false);
        assert!(found.is_some() && found == samples_at(ZERO, "a[i] = 0;", false));
    }
}
