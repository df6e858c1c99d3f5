//! Loops that never end in some run: what decides whether they go on comes back as it was.
//!
//! A round of a loop depends on the variables of its conditions and on those that these are computed from. If
//! all of them have equal values at two visits of the loop's head, and nothing was chosen in between, then the
//! rounds between these visits repeat for ever, whatever the other variables do.

use super::random_runs::SmallInputs;
use hornbook_base::Span;
use hornbook_lang::interp::{State, Trace, Value, run};
use hornbook_lang::typed::{
    TypedExpr, TypedProgram, TypedStmt, TypedStmtKind, VarId, all_statements, statements,
};
use std::collections::BTreeSet;

/// The most steps of one run.
const RUN_STEPS: usize = 400;

/// A loop and a state from which it does not end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndlessLoop {
    /// The statement.
    pub span: Span,
    /// The condition.
    pub cond: Span,
    /// The values that come back, of what decides whether the loop goes on; without arrays.
    pub values: Vec<(VarId, Value)>,
    /// Whether cells of arrays decide, too.
    pub arrays: bool,
    /// After so many rounds.
    pub rounds: usize,
}

/// The loops that do not end in some of so many small runs, each once.
pub fn find_endless_loops(program: &TypedProgram, runs: u64) -> Vec<EndlessLoop> {
    let watched: Vec<WatchedLoop> =
        all_statements(program).into_iter().filter_map(WatchedLoop::new).collect();
    let mut found: Vec<EndlessLoop> = vec![];
    for number in 0..runs {
        let trace = run(program, &mut SmallInputs::new(number), RUN_STEPS);
        // A run that ends has no loop that does not.
        let endless = if trace.end.is_none() { recurrence(&watched, &trace) } else { None };
        found.extend(endless.filter(|new| found.iter().all(|known| known.span != new.span)));
    }
    found
}

/// A loop with the variables that decide whether it goes on.
struct WatchedLoop {
    span: Span,
    cond: Span,
    deciding: BTreeSet<VarId>,
}

impl WatchedLoop {
    /// A loop without calls; of others it is not known what a round depends on.
    fn new(stmt: &TypedStmt) -> Option<WatchedLoop> {
        let (TypedStmtKind::While { cond, .. } | TypedStmtKind::DoWhile { cond, .. }) = &stmt.kind
        else {
            return None;
        };
        let inside = statements(std::slice::from_ref(stmt));
        let calls = |stmt: &&TypedStmt| {
            matches!(stmt.kind, TypedStmtKind::Call(_) | TypedStmtKind::Inlined(..))
        };
        if inside.iter().any(calls) {
            return None;
        }
        Some(WatchedLoop { span: stmt.span, cond: cond.span, deciding: deciding(&inside) })
    }

    fn contains(&self, place: Span) -> bool {
        self.span.start <= place.start && place.end <= self.span.end
    }
}

/// The variables of all conditions, and those that their values are computed from.
fn deciding(inside: &[&TypedStmt]) -> BTreeSet<VarId> {
    let mut out = BTreeSet::new();
    for stmt in inside {
        match &stmt.kind {
            TypedStmtKind::If { cond, .. }
            | TypedStmtKind::While { cond, .. }
            | TypedStmtKind::DoWhile { cond, .. }
            | TypedStmtKind::Assume(cond) => variables(cond, &mut out),
            _ => {}
        }
    }
    loop {
        let before = out.len();
        for stmt in inside {
            match &stmt.kind {
                TypedStmtKind::Declare { var, init: Some(init) } if out.contains(var) => {
                    variables(init, &mut out);
                }
                TypedStmtKind::Assign(writes) => {
                    for write in writes {
                        if out.contains(&write.var) {
                            variables(&write.value, &mut out);
                            write.indices.iter().for_each(|index| variables(index, &mut out));
                        }
                    }
                }
                _ => {}
            }
        }
        if out.len() == before {
            return out;
        }
    }
}

fn variables(expr: &TypedExpr, out: &mut BTreeSet<VarId>) {
    out.extend(expr.variable());
    expr.children().into_iter().for_each(|child| variables(child, out));
}

/// A visit of a loop's head: what decides, and how many choices were made before.
#[derive(PartialEq)]
struct Visit {
    deciding: State,
    choices: usize,
}

/// The first loop whose head is visited twice with all that decides as it was.
fn recurrence(watched: &[WatchedLoop], trace: &Trace) -> Option<EndlessLoop> {
    let (mut state, mut choices) = (State::default(), 0);
    let mut visits: Vec<Vec<Visit>> = watched.iter().map(|_| vec![]).collect();
    for step in &trace.steps {
        // Variables of the body have no values at the head.
        for var in &step.left {
            state.scalars.remove(var);
            state.arrays.remove(var);
        }
        for (l, visited) in watched.iter().zip(&mut visits) {
            // A loop that was left begins anew.
            if !l.contains(step.span) {
                visited.clear();
            }
            if step.span != l.cond {
                continue;
            }
            let visit = Visit { deciding: restricted(&state, &l.deciding), choices };
            if let Some(at) = visited.iter().position(|before| *before == visit) {
                let arrays = !visit.deciding.arrays.is_empty();
                let values = visit.deciding.scalars.into_iter().collect();
                let (span, cond, rounds) = (l.span, l.cond, visited.len() - at);
                return Some(EndlessLoop { span, cond, values, arrays, rounds });
            }
            visited.push(visit);
        }
        choices += step.chosen.len();
        state.apply(step);
    }
    None
}

/// The values of some of the variables.
fn restricted(state: &State, vars: &BTreeSet<VarId>) -> State {
    let mut state = state.clone();
    state.scalars.retain(|var, _| vars.contains(var));
    state.arrays.retain(|var, _| vars.contains(var));
    state
}
