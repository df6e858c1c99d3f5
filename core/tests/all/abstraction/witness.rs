//! Witnesses of incompleteness: found by the search, accepted by the checker, never for a call
//! that is said to be complete.

use crate::support::finite::{Dice, Shape, random_system};
use crate::support::programs::Example;
use hornbook_core::abstraction::completeness::{Criterion, Truth};
use hornbook_core::abstraction::insts::Call;
use hornbook_core::abstraction::witness::model::{Concrete, Scalar, Witness};
use hornbook_core::base::{Budget, Int, LineIndex};
use hornbook_core::check::witness::{Question, WitnessRejection, verify};
use hornbook_core::explain::{Stages, WitnessView};
use hornbook_core::horn::ClauseId;
use hornbook_core::lia::Proof;
use hornbook_core::pipeline::{
    Choices, Input, Settings, incompleteness, road, stages, story, witness_view,
};
use proptest::prelude::*;

fn budget() -> Budget {
    Budget::steps(2_000_000)
}

fn options(abstraction: &str) -> Choices {
    Choices::abstraction(abstraction.parse().expect("an abstraction"))
}

fn stages_of(text: &str, abstraction: &str) -> Stages {
    let input = Input::program(text, &options(abstraction));
    road(&input).stages.expect("a program without errors")
}

/// The witnesses for the calls of a program, with the text of their clauses.
fn witnesses(stages: &Stages) -> Vec<(String, WitnessView)> {
    let clauses = stages.concrete.clauses.iter();
    let found = clauses.filter_map(|c| {
        let view = witness_view(stages, c.id, 0, &mut budget())?;
        Some((stages.concrete.show(c), view))
    });
    found.collect()
}

fn call(stages: &Stages, id: ClauseId) -> Call {
    story(stages, id).expect("a story").calls.remove(0).call
}

fn show(view: &WitnessView) -> String {
    let ints = |cells: &[(Int, Int)]| {
        cells.iter().map(|(k, v)| format!("{k}:{v}")).collect::<Vec<_>>().join(" ")
    };
    let mut out = String::new();
    for row in view.rows.iter().chain([&view.mixed]) {
        out += &row.name;
        row.scalars.iter().for_each(|(name, value)| out += &format!(" {name}={value}"));
        for array in &row.arrays {
            out += &format!(" {}=[{} ..:{}]", array.name, ints(&array.cells), array.tail);
        }
        out += "\n";
    }
    out
}

/// The proof of T Theorem 21, special case, does not hold: three arrays that agree with a fourth
/// one on two cells each.
#[test]
fn two_cells_of_one_array_lose_information_at_a_read() {
    let stages = stages_of("int a[]; int v = a[0]; assert(v == v);", "cell2");
    let found = witnesses(&stages);
    let (text, view) = found.first().expect("a witness for the read");
    assert!(text.contains("a[0]"), "{text}");
    // The criterion of the thesis is satisfied, and the truth is not known statically.
    let completeness = call(&stages, view.clause).completeness;
    assert_eq!(completeness.criterion, Criterion::TopFree);
    assert_eq!(completeness.truth, Truth::Open);
    let expected = expect_test::expect![[r#"
        A a=[0:0 1:1 2:0 ..:1]
        B a=[0:0 1:0 2:1 ..:2]
        C a=[0:1 1:0 2:0 ..:3]
        mixed a=[0:0 1:0 2:0 ..:0]
    "#]];
    expected.assert_eq(&show(view));
    assert_eq!(view.instances.len(), 9);
}

/// The proof of T Theorem 19 does not hold: two pairs of arrays that cannot be told from a third.
#[test]
fn one_cell_of_each_of_two_arrays_loses_information_at_a_read() {
    let stages = stages_of("int a[]; int b[]; int v = a[1]; assert(v == v);", "cell");
    let found = witnesses(&stages);
    let (text, view) = found.first().expect("a witness for the read");
    assert!(text.contains("a[1]"), "{text}");
    let completeness = call(&stages, view.clause).completeness;
    assert_eq!(completeness.criterion, Criterion::TopFree);
    assert_eq!(completeness.truth, Truth::Open);
    let expected = expect_test::expect![[r#"
        A a=[0:1 1:0 ..:1] b=[0:0 ..:1]
        B a=[0:0 1:1 ..:2] b=[0:0 ..:2]
        mixed a=[0:0 1:0 ..:0] b=[0:0 ..:0]
    "#]];
    expected.assert_eq(&show(view));
}

/// A single cell of a single array loses nothing at reads, writes and branches.
#[test]
fn one_cell_of_one_array_loses_nothing() {
    let text = "int n = nondet(); int a[]; int i = 0; while (i < n) { a[i] = 0; i = i + 1; } \
                int v = a[0]; assert(v == 0);";
    assert_eq!(witnesses(&stages_of(text, "cell")).len(), 0);
}

/// Clauses with conditions and with writes have witnesses as well.
#[test]
fn branches_and_writes_can_lose_too() {
    let text = "int a[]; int b[]; int i = nondet(); if (a[i] < b[i]) { a[i] = b[i]; } \
                assert(a[i] >= b[i]);";
    let found = witnesses(&stages_of(text, "cell"));
    let texts: Vec<&str> = found.iter().map(|(text, _)| text.as_str()).collect();
    let expected = expect_test::expect![[r#"
        L1_4(a, b, i) && a[i] < b[i] ==> L1_6(a, b, i)
        L1_6(a, b, i) ==> L1_5(a[i <- b[i]], b, i)
        L1_4(a, b, i) && a[i] >= b[i] ==> L1_5(a, b, i)"#]];
    expected.assert_eq(&texts.join("\n"));
}

/// Over the example programs: no call that is said to be complete has a witness, and most of the
/// open ones have.
#[test]
fn open_calls_of_the_example_programs_are_mostly_incomplete() {
    let (mut open, mut found) = (0, 0);
    for Example { text, .. } in crate::support::programs::menu() {
        for choice in ["cell", "cell2"] {
            let Some(stages) = road(&Input::program(&text, &options(choice))).stages else {
                continue;
            };
            for clause in &stages.clauses {
                let mut budget = Budget::steps(100_000);
                let witness = incompleteness(&stages, clause.id, 0, &mut budget);
                match clause.completeness.truth {
                    Truth::Complete(_) => assert_eq!(witness, None),
                    Truth::Open => {
                        open += 1;
                        found += usize::from(witness.is_some());
                    }
                }
            }
        }
    }
    assert!(found * 10 >= open * 8, "{found} of {open}");
}

/// Nothing that was tampered with is accepted.
#[test]
fn tampered_witnesses_are_rejected() {
    let stages = stages_of("int a[]; int v = a[0]; assert(v == v);", "cell2");
    let (_, view) = witnesses(&stages).remove(0);
    let done = story(&stages, view.clause).expect("a story").calls.remove(0);
    let Stages { abstraction, abstracted, .. } = &stages;
    let verdict = |change: &dyn Fn(&mut Witness)| {
        let mut witness = view.witness.clone();
        change(&mut witness);
        verify(Question { done: &done, abstraction, abstracted }, &witness)
    };
    assert!(verdict(&|_| {}).is_ok());
    let no_proof = verdict(&|w| w.proof = Proof::default());
    assert!(matches!(no_proof, Err(WitnessRejection::Proof(_))));
    let nothing_to_refute = verdict(&|w| w.loss.representatives.clear());
    assert!(matches!(nothing_to_refute, Err(WitnessRejection::Proof(_))));
    let other_tuple = verdict(&|w| w.loss.held.iter_mut().for_each(|t| *t = (*t + 1) % 3));
    assert!(matches!(other_tuple, Err(WitnessRejection::NotHeld(_))));
    let no_tuple = verdict(&|w| w.loss.held[0] = 3);
    assert!(matches!(no_tuple, Err(WitnessRejection::NotHeld(0))));
    let no_goal = verdict(&|w| w.loss.model[1].tuples.clear());
    assert!(matches!(no_goal, Err(WitnessRejection::Proof(_))));
    // With the mixed array in the model, nothing is lost.
    let mixed = verdict(&|w| {
        let (_, array) = w.loss.valuation.iter().find(|(v, _)| &*v.name == "a").expect("a");
        let array = array.clone();
        w.loss.model[0].tuples.push(vec![array]);
    });
    assert!(matches!(mixed, Err(WitnessRejection::Proof(_))));
    // The goal's cells are no longer those of the array.
    let other_values = verdict(&|w| {
        for (v, value) in &mut w.loss.valuation {
            if v.name.starts_with('v') {
                *value = Concrete::Scalar(Scalar::Int(Int::from(77)));
            }
        }
    });
    assert!(matches!(other_values, Err(WitnessRejection::ContextHolds)));
    let unbound = verdict(&|w| w.loss.valuation.clear());
    assert!(matches!(unbound, Err(WitnessRejection::Unreadable(_))));
}

#[test]
fn witnesses_survive_being_written_and_read() {
    let stages = stages_of("int a[]; int b[]; int v = a[1]; assert(v == v);", "cell");
    for (_, view) in witnesses(&stages) {
        let text = serde_json::to_string(&view).expect("JSON");
        assert_eq!(serde_json::from_str::<WitnessView>(&text).expect("a view"), view);
    }
}

/// An empty budget finds nothing and ends.
#[test]
fn the_budget_is_kept() {
    let stages = stages_of("int a[]; int v = a[0]; assert(v == v);", "cell2");
    for clause in &stages.concrete.clauses {
        assert_eq!(incompleteness(&stages, clause.id, 0, &mut Budget::steps(0)), None);
        assert_eq!(incompleteness(&stages, clause.id, 7, &mut budget()), None);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    /// The search and the conditions C0, C1 and C2 never contradict each other.
    #[test]
    fn complete_calls_have_no_witness(
        mut dice in prop::collection::vec(any::<u8>(), 64).prop_map(Dice::new),
        arrays in 1usize..=2,
        equation in any::<bool>(),
        choice in prop::sample::select(vec!["cell", "cell2", "a=cell2,b=id", "cell3", "id"]),
    ) {
        let shape = Shape { arrays, equation, quantifiers: false, second: false };
        let system = random_system(&mut dice, shape);
        let stages = stages(&system, &LineIndex::new(""), &Settings::new(&options(choice), &[]).0);
        let call = call(&stages, ClauseId(0));
        let witness = incompleteness(&stages, ClauseId(0), 0, &mut Budget::steps(200_000));
        if let Truth::Complete(condition) = call.completeness.truth {
            let text = stages.concrete.show(&stages.concrete.clauses[0]);
            prop_assert!(witness.is_none(), "{condition:?} {text}");
        }
    }
}
