//! Arrays as runs of a program have them at one place, from which a picture can be made of what an
//! abstraction keeps of them.
//!
//! An abstraction remembers the variables that are no arrays as they are. So the arrays that are
//! shown together are those of states in which these variables are equal: only such ones can be
//! mistaken for each other.

use hornbook_records::cloud::{Cloud, Dots, Gathered, Kept, Row};

use super::moments::{Cells, Loop, MadeUp, Moment, loops, watch};
use hornbook_base::{Int, Span};
use hornbook_lang::interp::{ArrayValue, State, Value, run};
use hornbook_lang::typed::{Type, TypedProgram, TypedStmt, TypedStmtKind, VarId, statements};
use std::collections::BTreeMap;

/// The number that is chosen for unknown ones, where the program allows it.
const SIZE: u32 = 3;

/// Seeds for the numbers of runs. For each there are runs that differ in the cells only.
const NUMBERS: u64 = 24;

const CELLS_EACH: u64 = 6;

/// The cells that are made up are less than this: small enough to meet again.
const VALUES: u64 = 4;

/// Steps of one run.
const STEPS: usize = 600;

/// The cells that are shown.
const SHOWN: std::ops::Range<i64> = 0..5;

/// Rows with larger values have no room.
const LARGEST: u64 = 999;

/// So many rows are shown at most, and so many are enough.
const MOST: usize = 6;

const ENOUGH: usize = 4;

/// The arrays at a place: before the statement there, or at the head of the loop there. `None` if no
/// run was found that comes there with an array that has one index.
pub fn cloud(program: &TypedProgram, place: Span, loop_head: bool) -> Option<Cloud> {
    let loops = loops(program);
    let spot = Spot::of(program, &loops, place, loop_head)?;
    let mut met: BTreeMap<VarId, Met> = BTreeMap::new();
    let seeds = (0..CELLS_EACH).flat_map(|cells| (0..NUMBERS).map(move |seed| (seed, cells)));
    for (n, (seed, cells)) in seeds.enumerate() {
        let cells = Cells { seed: seed + cells * NUMBERS, below: VALUES };
        let trace = run(program, &mut MadeUp::new(SIZE, seed, cells), STEPS);
        watch(&loops, &trace, |moment| {
            let Some(rounds) = spot.rounds(moment) else { return };
            for (var, array) in &moment.state.arrays {
                let Some(cells) = cells_of(array) else { continue };
                let row = Row { first: SHOWN.start, cells, run: n, rounds: rounds.clone() };
                let fixed = fixed(program, moment.state);
                met.entry(*var).or_default().add(fixed, moment.number, row);
            }
        });
    }
    let arrays: Vec<Gathered> =
        met.into_iter().filter_map(|(var, met)| met.best(program, var)).collect();
    (!arrays.is_empty()).then_some(Cloud { arrays })
}

/// A place of a program, as runs come to it.
enum Spot {
    /// The head of a loop.
    Head(usize),
    /// Before the step at this place.
    Before(Span),
}

impl Spot {
    fn of(program: &TypedProgram, loops: &[Loop], place: Span, loop_head: bool) -> Option<Spot> {
        if loop_head {
            return loops.iter().position(|l| l.span == place).map(Spot::Head);
        }
        let there = statements(&program.body).into_iter().find(|stmt| stmt.span == place);
        Some(Spot::Before(there.map_or(place, first_step)))
    }

    /// The rounds of the loops around, if control is there.
    fn rounds(&self, moment: &Moment) -> Option<Vec<usize>> {
        match self {
            Spot::Head(head) => moment.is_at_head(*head).then(|| moment.rounds_up_to(*head)),
            Spot::Before(step) => (moment.step.span == *step).then(|| moment.rounds()),
        }
    }
}

/// The place of the first step that a statement makes.
fn first_step(stmt: &TypedStmt) -> Span {
    match &stmt.kind {
        TypedStmtKind::If { cond, .. } => cond.span,
        TypedStmtKind::Block(stmts) => stmts.first().map_or(stmt.span, first_step),
        _ => stmt.span,
    }
}

/// The cells that are shown, if they are numbers or truth values and not too large.
fn cells_of(array: &ArrayValue) -> Option<Vec<i64>> {
    let cell = |k: i64| match array.get(&Int::from(k)) {
        Value::Int(n) => n.to_i64().filter(|n| n.unsigned_abs() <= LARGEST),
        Value::Bool(b) => Some(i64::from(*b)),
        Value::Array(_) => None,
    };
    SHOWN.map(cell).collect()
}

/// Names and values of the variables that are no arrays.
fn fixed(program: &TypedProgram, state: &State) -> Vec<(String, String)> {
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

/// The different rows of an array that were met, for each values of the other variables.
#[derive(Default)]
struct Met(BTreeMap<Vec<(String, String)>, Alike>);

/// Rows that go with the same values.
struct Alike {
    /// How many steps were made before the first.
    steps: usize,
    rows: Vec<Row>,
}

impl Met {
    fn add(&mut self, fixed: Vec<(String, String)>, steps: usize, row: Row) {
        let rows = &mut self.0.entry(fixed).or_insert(Alike { steps, rows: vec![] }).rows;
        if rows.len() < MOST && rows.iter().all(|known| known.cells != row.cells) {
            rows.push(row);
        }
    }

    /// The rows from which most can be seen.
    fn best(self, program: &TypedProgram, var: VarId) -> Option<Gathered> {
        let best = self.0.into_iter().max_by_key(|(_, alike)| alike.worth());
        let (fixed, Alike { mut rows, .. }) = best?;
        let mut runs: Vec<usize> = rows.iter().map(|row| row.run).collect();
        runs.sort_unstable();
        runs.dedup();
        for row in &mut rows {
            row.run = runs.iter().position(|run| *run == row.run).map_or(0, |n| n + 1);
        }
        let info = program.var(var);
        let truth = info.ty.cell() == Some(Type::Bool);
        Some(Gathered { name: info.name.clone(), truth, fixed, rows })
    }
}

impl Alike {
    /// Rows are worth more if there are enough of them, if they can be mixed up cell by cell and even
    /// pair by pair, if there are many, and if much was done before.
    fn worth(&self) -> (bool, usize, usize, usize) {
        let mixes = |n: &usize| Dots::new(Kept::Cells(*n), &self.rows).mixture().is_some();
        let mixtures = (1..=2).filter(mixes).count();
        (self.rows.len() >= ENOUGH, mixtures, self.rows.len(), self.steps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_lang::{Options, front_end};

    const ZERO: &str = "int n = nondet();\nint a[n];\nint i = 0;\nwhile (i < n) { a[i] = 0; i = i + 1; }\nassert(a[0] == 0);\n";

    /// The cloud at the first place of a program where this text stands.
    fn at(text: &str, place: &str, loop_head: bool) -> Option<Cloud> {
        let program = front_end(text, Options::default()).0.expect("a program");
        let start = text.find(place).expect("a place");
        cloud(&program, Span::new(start, start + place.len()), loop_head)
    }

    #[test]
    fn rows_are_of_states_that_differ_in_their_arrays_only() {
        let place = "while (i < n) { a[i] = 0; i = i + 1; }";
        let Cloud { arrays } = at(ZERO, place, true).expect("a run comes to the loop");
        let [a] = arrays.as_slice() else { panic!("one array") };
        assert!((ENOUGH..=MOST).contains(&a.rows.len()) && a.name == "a" && !a.truth);
        let i = a.fixed.iter().find(|(name, _)| name == "i").expect("i is in scope");
        let done: usize = i.1.parse().expect("a number");
        for row in &a.rows {
            assert_eq!(row.rounds, [done], "i counts the rounds");
            assert!(row.numbered().all(|(k, v)| v == 0 || k >= done as i64), "{row:?}");
        }
        assert!(Dots::new(Kept::Cells(1), &a.rows).mixture().is_some());
    }

    #[test]
    fn places_are_heads_statements_and_conditions() {
        let text = "bool f[]; int m[2][2]; int i = 0; if (i == 0) { f[0] = true; } do { i++; } while (i < 2); assert(f[0]);";
        let gathered = |place| at(text, place, false).expect("a run comes there").arrays;
        let names = |arrays: &[Gathered]| arrays.iter().map(|a| a.name.clone()).collect::<Vec<_>>();
        assert_eq!(names(&gathered("if (i == 0) { f[0] = true; }")), ["f"]);
        let after = gathered("i < 2");
        assert!(after[0].truth && after[0].rows.iter().all(|row| row.cells[0] == 1));
        assert!(at(text, "do { i++; } while (i < 2);", true).is_some());
        assert!(at(text, "int i = 0;", true).is_none(), "that is no loop");
        assert!(at("int x = 0; x = 1;", "x = 1;", false).is_none(), "there is no array");
    }

    #[test]
    fn what_is_gathered_is_the_same_each_time() {
        let found = at(ZERO, "a[i] = 0;", false);
        assert!(found.is_some() && found == at(ZERO, "a[i] = 0;", false));
    }
}
