//! The tiles of a loop (TI Alg. 2).

use hornbook_base::{Budget, Int, Span};
use hornbook_horn::linear::Linear;
use hornbook_horn::term::Term;
use hornbook_lang::ast::{Expr, ExprKind, Stmt, StmtKind, UpdateOp};
use hornbook_lang::rewrite::effects;
use hornbook_lia::{Answer, Solver};
use hornbook_tasks::tiling::form::{form, names_in, put, var};
use hornbook_tasks::tiling::loops::{Loop, writes_below};
use hornbook_tasks::tiling::slices::accesses;
use hornbook_tasks::tiling::tiles::Tile;
use std::collections::BTreeMap;

/// The indices of the writes to an array, for each dimension; `None` if any of its cells may be written.
type Writes = BTreeMap<String, Option<Vec<Vec<Option<Linear>>>>>;

/// The values of scalars as sums with the counter; `None` for scalars without one.
type ScalarSums = BTreeMap<String, Option<Linear>>;

/// The tiles of a loop: the indices of its writes (TI Alg. 2, lines 2 to 7), without those that a later
/// round writes as well (lines 8 to 11), along the first dimension that leaves some. An array has none if an
/// index is no sum.
pub fn find_tiles(l: &Loop) -> Vec<Tile> {
    let mut writes = Writes::new();
    let mut known: ScalarSums = l.changes.iter().map(|name| (name.clone(), None)).collect();
    known.remove(&l.counter);
    collect(&l.body, &mut known, &mut writes);
    let tile = |(array, writes): (String, Option<Vec<Vec<Option<Linear>>>>)| {
        let writes = writes?;
        let dimensions = writes.iter().map(Vec::len).min()?;
        (0..dimensions).find_map(|dimension| {
            let along = writes.iter().map(|indices| indices[dimension].clone());
            let mut cells = along.collect::<Option<Vec<Linear>>>()?;
            cells.sort_by_key(|cell| cell.constant_part().clone());
            cells.dedup();
            let moves = |cell: &Linear| put(cell, &l.counter, &Linear::default()).is_some();
            let cells = drop_rewritten(Some(cells).filter(|cells| cells.iter().all(moves))?, l);
            let array = array.clone();
            (!cells.is_empty()).then_some(Tile { array, dimension, cells })
        })
    };
    writes.into_iter().filter_map(tile).collect()
}

/// The tiles of a loop, with the user's tiles in the place of others for the same array.
pub fn tiles_or_chosen(l: &Loop, by_hand: &[(Span, Tile)]) -> Vec<Tile> {
    let own: Vec<&Tile> = by_hand.iter().filter(|(at, _)| *at == l.span).map(|(_, t)| t).collect();
    let found = find_tiles(l).into_iter().filter(|tile| own.iter().all(|t| t.array != tile.array));
    own.iter().copied().cloned().chain(found).collect()
}

fn collect(body: &[Stmt], known: &mut ScalarSums, writes: &mut Writes) {
    for stmt in body {
        match &stmt.kind {
            StmtKind::Update { target, op } => match &target.kind {
                ExprKind::Name(name) => {
                    let value = match op {
                        UpdateOp::Set(value) => in_terms(value, known),
                        _ => None,
                    };
                    known.insert(name.clone(), value);
                    // An array is written as a whole.
                    writes.insert(name.clone(), None);
                }
                _ => write(target, known, writes),
            },
            StmtKind::Assign { targets, .. } => {
                for target in targets {
                    match &target.kind {
                        ExprKind::Name(name) => {
                            known.insert(name.clone(), None);
                            writes.insert(name.clone(), None);
                        }
                        _ => write(target, known, writes),
                    }
                }
            }
            StmtKind::Declare { declarators, .. } => {
                for d in declarators {
                    let value = d.init.as_ref().and_then(|value| in_terms(value, known));
                    known.insert(d.name.text.clone(), value);
                }
            }
            StmtKind::Block(body) => collect(body, known, writes),
            StmtKind::If { then, els, .. } => {
                for branch in std::iter::once(then).chain(els) {
                    collect(branch, &mut known.clone(), writes);
                }
                known.extend(writes_below(stmt).into_iter().map(|name| (name, None)));
            }
            _ => {
                // An inner loop has already changed all its variables at its head.
                known.extend(writes_below(stmt).into_iter().map(|name| (name, None)));
                for inner in stmt.children() {
                    collect(std::slice::from_ref(inner), known, writes);
                }
                // Other statements may write to any cell of an array.
                if stmt.children().is_empty() {
                    writes.extend(effects::writes(stmt).into_iter().map(|name| (name, None)));
                }
            }
        }
    }
}

fn write(target: &Expr, known: &ScalarSums, writes: &mut Writes) {
    let Some(root) = target.root() else { return };
    let mut written = None;
    accesses(target, &mut |array, indices| {
        if written.is_none() && array == root {
            written = Some(indices.iter().map(|index| in_terms(index, known)).collect());
        }
    });
    let all = writes.entry(root.to_owned()).or_insert_with(|| Some(vec![]));
    *all = all.take().zip(written).map(|(mut all, indices): (_, Vec<Option<Linear>>)| {
        all.push(indices);
        all
    });
}

/// An expression over the state at the beginning of the round.
fn in_terms(e: &Expr, known: &ScalarSums) -> Option<Linear> {
    let mut form = form(e)?;
    for name in names_in(&form) {
        if let Some(value) = known.get(&name) {
            form = put(&form, &name, value.as_ref()?)?;
        }
    }
    Some(form)
}

/// The indices that no later round writes (TI Alg. 2, lines 8 to 11).
fn drop_rewritten(cells: Vec<Linear>, l: &Loop) -> Vec<Linear> {
    let again = |e: &Linear| cells.iter().any(|other| is_written_again(e, other, l));
    cells.iter().filter(|e| !again(e)).cloned().collect()
}

/// Whether the cell at an index can be that at another index in a later round.
fn is_written_again(e: &Linear, other: &Linear, l: &Loop) -> bool {
    // No variable has a space in its name.
    let (now, rounds) = (var(&l.counter), var("rounds later"));
    let later = Linear::var(&now).add(&Linear::var(&rounds).scale(&Int::from(l.step)));
    let (first, bound) = (l.first.to_term(), l.bound.to_term());
    let (now, then) = (Term::var(&now), later.to_term());
    let in_time = match l.step > 0 {
        true => [Term::le(first, now), Term::lt(then, bound)],
        false => [Term::le(now, first), Term::lt(bound, then)],
    };
    let same = Term::eq(e.to_term(), other.replace(&var(&l.counter), &later).to_term());
    let conditions = in_time.into_iter().chain([Term::le(Term::int(1), Term::var(&rounds)), same]);
    let mut solver = Solver::new();
    let said = conditions.map(|c| solver.assert(&c)).collect::<Result<Vec<_>, _>>().is_ok();
    !said || solver.check(&[], &mut Budget::steps(STEPS)) != Answer::Unsat
}

/// Steps after which a cell counts as written again.
const STEPS: u64 = 20_000;
