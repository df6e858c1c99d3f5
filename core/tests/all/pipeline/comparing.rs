//! Comparisons say which abstraction is in force, and why it is not the one that was chosen.

use hornbook_base::Budget;
use hornbook_horn::ClauseId;
use hornbook_pipeline as pipeline;
use hornbook_pipeline::{Choices, Input};
use hornbook_records::ComparisonRow;

/// One array that is declared before `i` is, and another one behind it.
const TEXT: &str =
    "int a[];\nint v = a[0];\nint i = v;\nint b[];\nb[i] = a[i];\nassert(b[i] == v);\n";

/// What a way makes of the clauses that come from a piece of the program.
fn rows(abstraction: &str, piece: &str) -> Vec<ComparisonRow> {
    let input = Input::program(TEXT, &Choices::default());
    let (system, settings) = (input.system.as_ref().expect("clauses"), &input.settings);
    let ways = [(abstraction.parse().expect("an abstraction"), settings.policy.heuristic)];
    let own = |id: &ClauseId| {
        let clause = system.clause(*id);
        clause.is_some_and(|clause| clause.origin.span.slice(TEXT).trim() == piece)
    };
    let ids = system.clauses.iter().map(|clause| clause.id).filter(own);
    let compared = ids.flat_map(|id| {
        let budget = &mut Budget::steps(1_000);
        pipeline::compare(system, &input.lines, settings, id, &ways, budget).expect("rows").0.rows
    });
    compared.collect()
}

#[test]
fn a_row_is_headed_by_the_abstraction_that_is_in_force() {
    let [row] = &rows("slice(i)", "int v = a[0];")[..] else { panic!("one clause") };
    assert_eq!((row.abstraction.as_str(), row.chosen.as_str()), ("cell1", "slice(i)"));
    assert_eq!(row.misfits, ["`a` is kept by one cell: there is no variable `i`"]);
    // The sets are those of one cell.
    let [cell] = &rows("cell1", "int v = a[0];")[..] else { panic!("one clause") };
    assert!(row.sets == cell.sets && cell.misfits.is_empty());
    // Where the variable is known the choice holds.
    let [row] = &rows("slice(i)", "b[i] = a[i];")[..] else { panic!("one clause") };
    assert_eq!((row.abstraction.as_str(), row.misfits.len()), ("slice(i)", 0));
    // At the step where it becomes known the choice holds behind it.
    let [row] = &rows("slice(i)", "int i = v;")[..] else { panic!("one clause") };
    assert!(row.abstraction.starts_with("slice(i),L") && row.abstraction.ends_with(".a=cell1"));
    assert_eq!(row.misfits.len(), 1);
}

#[test]
fn what_is_in_force_can_be_chosen() {
    let [row] = &rows("slice(i)", "int i = v;")[..] else { panic!("one clause") };
    let [again] = &rows(&row.abstraction, "int i = v;")[..] else { panic!("one clause") };
    assert_eq!((&again.abstraction, again.misfits.len()), (&row.abstraction, 0));
    assert!(again.sets == row.sets && again.clause == row.clause);
}

#[test]
fn an_abstraction_for_other_values_is_not_in_force_anywhere() {
    let rows = rows("cell . cell . cell", "b[i] = a[i];");
    let [row] = &rows[..] else { panic!("one clause") };
    assert_eq!(row.abstraction, "cell1");
    assert_eq!(row.misfits.len(), 2, "{:?}", row.misfits);
}
