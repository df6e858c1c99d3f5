//! Witnesses of incompleteness: found by the search, accepted by the checker, never for a call
//! that is said to be complete.

use hornbook_core::abstraction::completeness::{Criterion, Truth};
use hornbook_core::base::{Budget, Int};
use hornbook_core::explain::{Stages, WitnessView};
use hornbook_core::horn::ClauseId;
use hornbook_core::pipeline::{Input, Options, road, story, witness_view};

fn budget() -> Budget {
    Budget::steps(2_000_000)
}

fn stages(text: &str, abstraction: &str) -> Stages {
    let options = Options { abstraction: abstraction.parse().expect("an abstraction") };
    road(&Input::program(text), &options).stages.expect("a program without errors")
}

/// The witnesses for all calls of a program, by clause.
fn witnesses(stages: &Stages) -> Vec<(ClauseId, WitnessView)> {
    let ids = stages.concrete.clauses.iter().map(|c| c.id);
    ids.filter_map(|id| witness_view(stages, id, 0, &mut budget()).map(|w| (id, w))).collect()
}

fn ints(cells: &[(Int, Int)]) -> Vec<i64> {
    cells.iter().filter_map(|(_, v)| v.to_i64()).collect()
}

fn show(view: &WitnessView) -> String {
    let mut out = String::new();
    for row in view.rows.iter().chain([&view.mixed]) {
        out += &format!("{}:", row.name);
        for (name, value) in &row.scalars {
            out += &format!(" {name}={value}");
        }
        for array in &row.arrays {
            out += &format!(" {}={:?}..{}", array.name, ints(&array.cells), array.tail);
        }
        out += "\n";
    }
    out
}

/// T Theorem 21, special case: three arrays that agree pairwise with a fourth on two cells each.
#[test]
fn two_cells_of_one_array_lose_information_at_a_read() {
    let stages = stages("int a[]; int v = a[0]; assert(v == v);", "cell2");
    let found = witnesses(&stages);
    let (id, view) = found.first().expect("a witness for the read");
    let text = stages.concrete.show(stages.concrete.clause(*id).expect("the clause"));
    assert!(text.contains("a[0]"), "{text}");
    assert_eq!(view.rows.len(), 3, "{}", show(view));
    // The criterion of the thesis is satisfied, and the truth is not known statically.
    let call = &story(&stages, *id).expect("a story").calls[0].call;
    assert_eq!(call.completeness.criterion, Criterion::TopFree);
    assert_eq!(call.completeness.truth, Truth::Open);
    assert_eq!(show(view), "");
}
