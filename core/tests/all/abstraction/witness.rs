//! Witnesses of incompleteness: found by the search, accepted by the checker, never for a call
//! that is said to be complete.

use crate::support::finite::{Dice, Shape, random_system};
use crate::support::programs::Example;
use hornbook_abstraction::abstract_::abstract_clause;
use hornbook_abstraction::completeness::{Criterion, Truth};
use hornbook_abstraction::eliminate::eliminate;
use hornbook_abstraction::heuristic::Heuristic;
use hornbook_abstraction::insts::{Call, ELEMENTS};
use hornbook_abstraction::witness::model::{Concrete, InstanceTuple, Scalar, Witness};
use hornbook_base::{Budget, Int, LineIndex};
use hornbook_check::witness::{IncompleteCall, WitnessRejection, verify};
use hornbook_evidence::proof::Proof;
use hornbook_horn::{ClauseId, Term, Var};
use hornbook_pipeline::{
    CallStatus, Choices, Input, Settings, find_incompleteness, find_witness_view, record_stages,
    report_calls, stages, story,
};
use hornbook_records::{Stages, WitnessView};
use proptest::prelude::*;

fn budget() -> Budget {
    Budget::steps(2_000_000)
}

fn options(abstraction: &str) -> Choices {
    Choices::abstraction(abstraction.parse().expect("an abstraction"))
}

fn stages_of(text: &str, abstraction: &str) -> Stages {
    let input = Input::program(text, &options(abstraction));
    record_stages(&input).stages.expect("a program without errors")
}

/// The witnesses for the calls of a program, with the text of their clauses.
fn witnesses(stages: &Stages) -> Vec<(String, WitnessView)> {
    let clauses = stages.concrete.clauses.iter();
    let found = clauses.filter_map(|c| {
        let view = find_witness_view(stages, c.id, 0, &mut budget())?;
        Some((stages.concrete.show(c), view))
    });
    found.collect()
}

fn call(stages: &Stages, id: ClauseId) -> Call {
    story(stages, id).expect("a story").calls.remove(0).call
}

fn show(view: &WitnessView) -> String {
    let ints = |cells: &[(Int, String)]| {
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
            let Some(stages) = record_stages(&Input::program(&text, &options(choice))).stages
            else {
                continue;
            };
            for clause in &stages.clauses {
                let mut budget = Budget::steps(100_000);
                let witness = find_incompleteness(&stages, clause.id, 0, &mut budget);
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
    let Stages { abstraction, concrete: system, .. } = &stages;
    let concrete = system.clause(view.clause).expect("the clause");
    let abstracted = abstract_clause(concrete, system, abstraction);
    let elimination = &eliminate(concrete, &abstracted, stages.setting());
    let verdict = |change: &dyn Fn(&mut Witness)| {
        let mut witness = view.witness.clone();
        change(&mut witness);
        verify(IncompleteCall { concrete, elimination, call: 0, abstraction, system }, &witness)
    };
    assert!(verdict(&|_| {}).is_ok());
    let empty_proof = verdict(&|w| w.proofs = vec![Proof::default()]);
    assert!(matches!(empty_proof, Err(WitnessRejection::Proof(0, _))));
    let no_proof = verdict(&|w| w.proofs.clear());
    assert!(matches!(no_proof, Err(WitnessRejection::ProofMissing)));
    let nothing_to_refute = verdict(&|w| w.loss.representatives.clear());
    assert!(matches!(nothing_to_refute, Err(WitnessRejection::Proof(0, _))));
    let each = |w: &mut Witness, change: &dyn Fn(&mut InstanceTuple)| {
        w.loss.held.iter_mut().flatten().for_each(change);
    };
    let other_tuple = verdict(&|w| each(w, &|held| held.tuple = (held.tuple + 1) % 3));
    assert!(matches!(other_tuple, Err(WitnessRejection::NotHeld(_))));
    let no_tuple = verdict(&|w| each(w, &|held| held.tuple = 3));
    assert!(matches!(no_tuple, Err(WitnessRejection::NotHeld(0))));
    let nothing_held = verdict(&|w| w.loss.held.fill(None));
    assert!(matches!(nothing_held, Err(WitnessRejection::NotHeld(0))));
    let no_goal = verdict(&|w| w.loss.model[1].rest = None);
    assert!(matches!(no_goal, Err(WitnessRejection::Proof(0, _))));
    // With the mixed array in the model, nothing is lost.
    let mixed = verdict(&|w| {
        let (_, array) = w.loss.valuation.iter().find(|(v, _)| &*v.name == "a").expect("a");
        let array = array.clone();
        w.loss.model[0].tuples.push(vec![array]);
    });
    assert!(matches!(mixed, Err(WitnessRejection::Proof(0, _))));
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
    assert!(unbound.is_err());
    let other_rows = verdict(&|w| w.loss.model[0].rest = Some(Term::bool(true)));
    assert!(matches!(other_rows, Err(WitnessRejection::Unreadable(_))));
    let taken = verdict(&|w| w.loss.between = vec![Var::int("v")]);
    assert!(matches!(taken, Err(WitnessRejection::Unreadable(_))));
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
        assert_eq!(find_incompleteness(&stages, clause.id, 0, &mut Budget::steps(0)), None);
        assert_eq!(find_incompleteness(&stages, clause.id, 7, &mut budget()), None);
    }
}

/// Abstractions of random clauses.
const SEARCHED: [&str; 11] = [
    "cell",
    "cell2",
    "cell<2",
    "a=cell2,b=id",
    "id",
    "smash",
    "cell (*) first",
    "cell (*) smash",
    "cell (+) smash",
    "smash (+) nothing",
    "cell,b=smash",
];

/// What is known of each call of an input, clause by clause; clauses without a loss to think of, those of
/// condition C0, are left out.
fn verdicts(input: &Input) -> String {
    let stages = record_stages(input).stages.expect("an input without errors");
    let mut out = String::new();
    for clause in &stages.concrete.clauses {
        for report in report_calls(&stages, clause.id, &|| Budget::steps(200_000)) {
            let known = match report.status {
                CallStatus::Complete(condition) => format!("{condition:?}"),
                CallStatus::Incomplete(_) => "incomplete".to_owned(),
                CallStatus::Open(reason) => format!("open ({})", reason.describe()),
            };
            if known != "C0" {
                out += &format!("{known}: {}\n", stages.concrete.show(clause));
            }
        }
    }
    out
}

fn of_program(text: &str, abstraction: &str, heuristic: Heuristic, large_blocks: bool) -> String {
    let heuristic = Some(heuristic);
    let choices = Choices { heuristic, large_blocks, ..options(abstraction) };
    verdicts(&Input::program(text, &choices))
}

fn relevant(text: &str, abstraction: &str) -> String {
    of_program(text, abstraction, Heuristic::Relevant, false)
}

/// A left-out cell of an array of truth values is as lost as one of an array of numbers.
#[test]
fn arrays_of_truth_values_lose_left_out_cells() {
    let text = |ty: &str| format!("{ty} f[]; int i = nondet(); {ty} p = f[i]; assert(p == f[i]);");
    let expected = expect_test::expect![[r#"
        C1: L1_2(f) ==> L1_3(f, any)
        incomplete: L1_3(f, i) ==> L1_4(f, i, f[i])
        incomplete: L1_4(f, i, p) ==> p == f[i]
        C1: L1_4(f, i, p) ==> end(f, i, p)
    "#]];
    let of_bools = of_program(&text("bool"), "cell", Heuristic::Ma15, false);
    expected.assert_eq(&of_bools);
    assert_eq!(of_bools, of_program(&text("int"), "cell", Heuristic::Ma15, false));
}

/// Pairs of truth values have no gap, pairs of numbers do.
#[test]
fn pairs_of_truth_values_lose_nothing() {
    let of = |ty: &str, abstraction: &str| {
        let text = format!("{ty} f[]; int i = nondet(); {ty} p = f[i]; assert(p == f[i]);");
        let all = relevant(&text, abstraction);
        all.lines().nth(1).unwrap_or_default().to_owned()
    };
    let expected = expect_test::expect![[r#"
        bool cell2: C6: L1_3(f, i) ==> L1_4(f, i, f[i])
        bool cell<2: open (models were found, but none could be shown to lose anything): L1_3(f, i) ==> L1_4(f, i, f[i])
        bool cell (*) cell: C6: L1_3(f, i) ==> L1_4(f, i, f[i])
        bool cell3: open (models were found, but none could be shown to lose anything): L1_3(f, i) ==> L1_4(f, i, f[i])
        int cell2: incomplete: L1_3(f, i) ==> L1_4(f, i, f[i])
    "#]];
    let mut out = String::new();
    for (ty, abstraction) in [
        ("bool", "cell2"),
        ("bool", "cell<2"),
        ("bool", "cell (*) cell"),
        ("bool", "cell3"),
        ("int", "cell2"),
    ] {
        out += &format!("{ty} {abstraction}: {}\n", of(ty, abstraction));
    }
    expected.assert_eq(&out);
}

#[test]
fn matrices_lose_cells_too() {
    let text = "int m[][]; int i = nondet(); int v = m[i][i]; assert(v == m[i][i]);";
    let expected = expect_test::expect![[r#"
        open (models were found, but none could be shown to lose anything): L1_2(m) ==> L1_3(m, any)
        open (models were found, but none could be shown to lose anything): L1_3(m, i) ==> L1_4(m, i, m[i][i])
        incomplete: L1_4(m, i, v) ==> v == m[i][i]
        open (models were found, but none could be shown to lose anything): L1_4(m, i, v) ==> end(m, i, v)
    "#]];
    expected.assert_eq(&of_program(text, "cell", Heuristic::Ma15, false));
    let two = "int m[][]; int b[]; int i = nondet(); b[i] = m[i][i]; assert(b[i] == m[i][i]);";
    let expected = expect_test::expect![[r#"
        C1: L1_2(m) ==> L1_3(m, b')
        C2: L1_3(m, b) ==> L1_4(m, b, any)
        incomplete: L1_4(m, b, i) ==> L1_5(m, b[i <- m[i][i]], i)
        C2: L1_5(m, b, i) ==> b[i] == m[i][i]
        C2: L1_5(m, b, i) ==> end(m, b, i)
    "#]];
    expected.assert_eq(&relevant(two, "cell"));
}

/// The goal's predicate is that of the premise, so it cannot have all tuples.
#[test]
fn loops_of_large_blocks_lose_at_a_clause_from_a_predicate_to_itself() {
    let text = "int n = nondet(); int a[]; int b[]; int i = 0; \
                while (i < n) { b[i] = a[n - 1 - i]; i = i + 1; } assert(n <= 0 || b[0] == a[n - 1]);";
    let expected = expect_test::expect![[r#"
        incomplete: L1_5(n, a, b, i) && i < n ==> L1_5(n, a, b[i <- a[n - 1 - i]], i + 1)
        C2: L1_5(n, a, b, i) && i >= n ==> n <= 0 || b[0] == a[n - 1]
        C2: L1_5(n, a, b, i) && i >= n ==> end(n, a, b, i)
    "#]];
    expected.assert_eq(&of_program(text, "cell", Heuristic::Relevant, true));
}

#[test]
fn two_premises_lose() {
    let text = "#pragma calls modular\n\
                int first(int a[], int n) { return n == 0 ? 0 : a[0] + first(a, n - 1); } \
                int a[]; int n = nondet(); int v = first(a, n); assert(v == v);";
    let expected = expect_test::expect![[r#"
        C1: L2_2(a_2) ==> L2_3(a_2, any)
        C1: L2_3(a_2, n_2) ==> first(a_2, n_2)
        incomplete: L2_3(a_2, n_2) && first_end(a_2, n_2, v') ==> L2_4(a_2, n_2, v')
        C1: L2_3(a_2, n_2) && first_end(a_2, n_2, v') ==> L2_4(a_2, n_2, v')
        C1: L2_4(a_2, n_2, v) ==> v == v
        C1: L2_4(a_2, n_2, v) ==> end(a_2, n_2)
        C1: first(a, n) ==> L2_5(a, n)
        C1: L2_5(a, n) ==> L2_6(a, n, 0)
        C1: L2_6(a, n, before) && n == 0 ==> L2_8(a, n, before)
        C1: L2_8(a, n, before) ==> L2_7(a, n, 0)
        C1: L2_6(a, n, before) && n != 0 ==> L2_9(a, n, before)
        C1: L2_9(a, n, before) ==> L2_10(a, n, before, a[0])
        C1: L2_10(a, n, before, before_2) ==> first(a, n - 1)
        incomplete: L2_10(a, n, before, before_2) && first_end(a, n - 1, first_result') ==> L2_11(a, n, before, before_2, first_result')
        C1: L2_10(a, n, before, before_2) && first_end(a, n - 1, first_result') ==> L2_11(a, n, before, before_2, first_result')
        C1: L2_11(a, n, before, before_2, first_result) ==> L2_7(a, n, before_2 + first_result)
        C1: L2_7(a, n, before) ==> first_end(a, n, before)
    "#]];
    expected.assert_eq(&relevant(text, "cell"));
}

/// The clauses of the thesis that collapse (T Sec. 6.2): conditions that look at all cells.
#[test]
fn clauses_that_look_at_all_cells_lose() {
    let expected = expect_test::expect![[r#"
        C1: L1_2(a) ==> L1_3(a, b')
        C2: L1_3(a, b) ==> L1_4(a, b, 0)
        incomplete: L1_4(a, b, x) && a == b ==> L1_6(a, b, x)
        C2: L1_6(a, b, x) ==> L1_5(a, b, 1)
        incomplete: L1_4(a, b, x) && a != b ==> L1_5(a, b, x)
        C2: L1_5(a, b, x) ==> x == x
        C2: L1_5(a, b, x) ==> end(a, b, x)
    "#]];
    let same = "int a[]; int b[]; int x = 0; if (a == b) { x = 1; } assert(x == x);";
    expected.assert_eq(&relevant(same, "cell"));
    let expected = expect_test::expect![[r#"
        incomplete: L1_3(n, a) && (holds ==> (forall k: 0 <= k && k < n ==> a[k] == 0)) && (!holds ==> !(0 <= k && k < n ==> a[k] == 0)) ==> L1_4(n, a, holds)
        C1: L1_4(n, a, z) ==> z == z
        C1: L1_4(n, a, z) ==> end(n, a, z)
    "#]];
    let all = "int n = nondet(); int a[]; bool z = forall k in 0..n: a[k] == 0; assert(z == z);";
    expected.assert_eq(&relevant(all, "cell"));
    let expected = expect_test::expect![[r#"
        incomplete: L1_3(n, a) && sorted(a, 0, n) ==> L1_4(n, a)
        C2: L1_4(n, a) ==> n == n
        C2: L1_4(n, a) ==> end(n, a)
    "#]];
    let sorted = "int n = nondet(); int a[]; assume(sorted(a, 0, n)); assert(n == n);";
    expected.assert_eq(&relevant(sorted, "cell2"));
    let expected = expect_test::expect![[r#"
        incomplete: P(a, a) ==> Q(x)
    "#]];
    let twice = "(set-logic HORN) \
        (declare-fun P ((Array Int Int) (Array Int Int)) Bool) (declare-fun Q (Int) Bool) \
        (assert (forall ((a (Array Int Int)) (x Int)) (=> (P a a) (Q x)))) \
        (assert (forall ((x Int)) (=> (Q x) false))) (check-sat)";
    expected.assert_eq(&verdicts(&Input::clauses(twice, &options("cell"))));
}

#[test]
fn compositions_and_sums_lose_where_cells_do() {
    let text = "int a[]; int b[]; int i = nondet(); if (a[i] < b[i]) { a[i] = b[i]; } \
                assert(a[i] >= b[i]);";
    let mut out = String::new();
    for abstraction in ["smash", "cell (+) nothing", "smash (+) nothing", "cell,b=smash"] {
        out += &format!("{abstraction}\n{}", relevant(text, abstraction));
    }
    let expected = expect_test::expect![[r#"
        smash
        C1: L1_2(a) ==> L1_3(a, b')
        C3: L1_3(a, b) ==> L1_4(a, b, any)
        C4: L1_4(a, b, i) && a[i] < b[i] ==> L1_6(a, b, i)
        C4: L1_6(a, b, i) ==> L1_5(a[i <- b[i]], b, i)
        C4: L1_4(a, b, i) && a[i] >= b[i] ==> L1_5(a, b, i)
        C4: L1_5(a, b, i) ==> a[i] >= b[i]
        C3: L1_5(a, b, i) ==> end(a, b, i)
        cell (+) nothing
        C2: L1_2(a) ==> L1_3(a, b')
        C2: L1_3(a, b) ==> L1_4(a, b, any)
        incomplete: L1_4(a, b, i) && a[i] < b[i] ==> L1_6(a, b, i)
        incomplete: L1_6(a, b, i) ==> L1_5(a[i <- b[i]], b, i)
        incomplete: L1_4(a, b, i) && a[i] >= b[i] ==> L1_5(a, b, i)
        C2: L1_5(a, b, i) ==> a[i] >= b[i]
        C2: L1_5(a, b, i) ==> end(a, b, i)
        smash (+) nothing
        C4: L1_2(a) ==> L1_3(a, b')
        C4: L1_3(a, b) ==> L1_4(a, b, any)
        C4: L1_4(a, b, i) && a[i] < b[i] ==> L1_6(a, b, i)
        C4: L1_6(a, b, i) ==> L1_5(a[i <- b[i]], b, i)
        C4: L1_4(a, b, i) && a[i] >= b[i] ==> L1_5(a, b, i)
        C4: L1_5(a, b, i) ==> a[i] >= b[i]
        C4: L1_5(a, b, i) ==> end(a, b, i)
        cell,b=smash
        C1: L1_2(a) ==> L1_3(a, b')
        C1: L1_3(a, b) ==> L1_4(a, b, any)
        open (models were found, but none could be shown to lose anything): L1_4(a, b, i) && a[i] < b[i] ==> L1_6(a, b, i)
        incomplete: L1_6(a, b, i) ==> L1_5(a[i <- b[i]], b, i)
        incomplete: L1_4(a, b, i) && a[i] >= b[i] ==> L1_5(a, b, i)
        C1: L1_5(a, b, i) ==> a[i] >= b[i]
        C1: L1_5(a, b, i) ==> end(a, b, i)
    "#]];
    expected.assert_eq(&out);
}

#[test]
fn finite_abstractions_beside_cells_lose() {
    let text = "int a[]; int b[]; int i = nondet(); int v = a[i] + b[i]; assert(v == a[i] + b[i]);";
    let mut out = String::new();
    for abstraction in ["cell (*) first", "cell,b=first", "sign", "cell (*) smash"] {
        out += &format!("{abstraction}\n{}", relevant(text, abstraction));
    }
    let expected = expect_test::expect![[r#"
        cell (*) first
        C1: L1_2(a) ==> L1_3(a, b')
        C2: L1_3(a, b) ==> L1_4(a, b, any)
        incomplete: L1_4(a, b, i) ==> L1_5(a, b, i, a[i] + b[i])
        C2: L1_5(a, b, i, v) ==> v == a[i] + b[i]
        C2: L1_5(a, b, i, v) ==> end(a, b, i, v)
        cell,b=first
        C1: L1_2(a) ==> L1_3(a, b')
        C1: L1_3(a, b) ==> L1_4(a, b, any)
        C1: L1_4(a, b, i) ==> L1_5(a, b, i, a[i] + b[i])
        C1: L1_5(a, b, i, v) ==> v == a[i] + b[i]
        C1: L1_5(a, b, i, v) ==> end(a, b, i, v)
        sign
        C1: L1_2(a) ==> L1_3(a, b')
        open (no model of the kinds that are tried keeps the instances and breaks the clause): L1_3(a, b) ==> L1_4(a, b, any)
        incomplete: L1_4(a, b, i) ==> L1_5(a, b, i, a[i] + b[i])
        open (models were found, but none could be shown to lose anything): L1_5(a, b, i, v) ==> v == a[i] + b[i]
        open (no model of the kinds that are tried keeps the instances and breaks the clause): L1_5(a, b, i, v) ==> end(a, b, i, v)
        cell (*) smash
        C3: L1_2(a) ==> L1_3(a, b')
        C3: L1_3(a, b) ==> L1_4(a, b, any)
        incomplete: L1_4(a, b, i) ==> L1_5(a, b, i, a[i] + b[i])
        C2: L1_5(a, b, i, v) ==> v == a[i] + b[i]
        C3: L1_5(a, b, i, v) ==> end(a, b, i, v)
    "#]];
    expected.assert_eq(&out);
}

/// Of the cells of an ordered tuple the clause may make two one.
#[test]
fn ordered_cells_may_coincide() {
    let text = "int n = nondet(); int a[]; int i = nondet(); int j = nondet(); int v = a[i]; \
                a[j] = v; assert(a[j] == v);";
    let expected = expect_test::expect![[r#"
        C2: L1_3(n, a) ==> L1_4(n, a, any)
        C2: L1_4(n, a, i) ==> L1_5(n, a, i, any)
        incomplete: L1_5(n, a, i, j) ==> L1_6(n, a, i, j, a[i])
        C2: L1_6(n, a, i, j, v) ==> L1_7(n, a[j <- v], i, j, v)
        C2: L1_7(n, a, i, j, v) ==> a[j] == v
        C2: L1_7(n, a, i, j, v) ==> end(n, a, i, j, v)
    "#]];
    expected.assert_eq(&relevant(text, "cell<2"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    /// The search and the conditions never contradict each other.
    #[test]
    fn complete_calls_have_no_witness(
        mut dice in prop::collection::vec(any::<u8>(), 64).prop_map(Dice::new),
        arrays in 1usize..=2,
        equation in any::<bool>(),
        second in any::<bool>(),
        choice in prop::sample::select(SEARCHED.to_vec()),
    ) {
        let shape = Shape { arrays, equation, quantifiers: false, second };
        let system = random_system(&mut dice, shape);
        let stages = stages(&system, &LineIndex::new(""), &Settings::new(&options(choice), &[]).0);
        let call = call(&stages, ClauseId(0));
        let witness = find_incompleteness(&stages, ClauseId(0), 0, &mut Budget::steps(200_000));
        if let Truth::Complete(condition) = call.completeness.truth {
            let text = stages.concrete.show(&stages.concrete.clauses[0]);
            prop_assert!(witness.is_none(), "{condition:?} {text}");
        }
    }
}

/// T Sec. 6.3.1.1 would follow an equation between values of any function of cells like one between the cells.
#[test]
fn maps_of_values_matter() {
    let expected = expect_test::expect![[r#"
        incomplete: P(a) && (forall k: a[k] == 2 * b[k]) ==> Q(x)
    "#]];
    let of = |twice: &str| {
        let text = format!(
            "(set-logic HORN) \
            (declare-fun P ((Array Int Int)) Bool) (declare-fun Q (Int) Bool) \
            (assert (forall ((a (Array Int Int)) (b (Array Int Int)) (x Int)) \
              (=> (and (P a) (forall ((k Int)) (= (select a k) {twice}))) (Q x)))) (check-sat)"
        );
        verdicts(&Input::clauses(&text, &options("cell")))
    };
    expected.assert_eq(&of("(* 2 (select b k))"));
    let expected = expect_test::expect![[r#"
        C1: P(a) && (forall k: a[k] == 2 + b[k]) ==> Q(x)
    "#]];
    expected.assert_eq(&of("(+ 2 (select b k))"));
}

/// What looks like one of the conditions and is not: two contents of a fixed part, fixed cells below a composition, an
/// abstract value that mentions the array itself, and parts of a sum that show different cells.
#[test]
fn what_only_looks_complete() {
    let of = |preds: &str, clause: &str, abstraction: &str| {
        let text = format!("(set-logic HORN) {preds} (assert {clause}) (check-sat)");
        let choices = Choices { heuristic: Some(Heuristic::Relevant), ..options(abstraction) };
        let found = verdicts(&Input::clauses(&text, &choices));
        assert!(!found.is_empty(), "no call: {text}");
        for line in found.lines() {
            let known = line.starts_with("incomplete: ") || line.starts_with("open (");
            assert!(known, "{abstraction}: {line}");
        }
    };
    let one = "(declare-fun P ((Array Int Int)) Bool)";
    let two = "(declare-fun P ((Array Int Int) (Array Int Int)) Bool)";
    let cells = |k: i32, v: i32, l: i32, w: i32| {
        format!(
            "(forall ((a (Array Int Int))) (=> (and (P a) (= (select a {k}) {v}) (= (select a {l}) {w})) false))"
        )
    };
    of(one, &cells(0, 1, 5, 7), "cell (*) ({k, v => 0 if k == 0; v if k == 1} . cell)");
    let mixed = "{k, v, w => (k, (w != 10 || k == 0 || k == 3) ? v % 5 : 7)} . (cell (*) first)";
    of(one, &cells(0, 10, 3, 1), mixed);
    of(
        &format!("{one} (declare-fun Q (Int Int) Bool)"),
        "(forall ((a (Array Int Int))) (=> (P a) (Q (select a (select a 0)) (select a 1))))",
        "cell2",
    );
    of(
        two,
        "(forall ((a (Array Int Int)) (b (Array Int Int))) (=> (and (P a b) (= (select b 0) 0)) false))",
        "({k, v => (v == 0 || v == 2 ? 1 : 3 * v)} . cell) (+) ({k, v => (v == 1 || v == 3 ? 1 : 3 * v)} . cell),\
         b={k, v => 1 if k == 0 && v >= 0; 2 if k == 0 && v <= 0} . cell",
    );
}

/// Of many cells in order so many tuples are left out, as their terms are too large, that nothing is known of the rest.
#[test]
fn a_set_that_was_cut_is_not_called_complete() {
    let cells = "{k, v => v if k == i; v if k == i + n; v if k == 2 * n; v if k == n + 1; v if k == n - i; \
                 v if k == 0 - n; v if k == i - 1; v if k == 3} . cell";
    let text =
        "int n, i; int a[]; i = 0; while (i < n) { a[i] = 0; i = i + 1; } assert(a[0] == 0);";
    for (n, is_cut) in [(2, false), (5, true)] {
        let stages = stages_of(text, &format!("({cells})^<{n}"));
        let calls = |c: &hornbook_horn::Clause| story(&stages, c.id).map_or(vec![], |s| s.calls);
        let all: Vec<_> = stages.concrete.clauses.iter().flat_map(calls).collect();
        let cut: Vec<_> = all.iter().filter(|done| done.call.algorithm.is_cut()).collect();
        assert_eq!(!cut.is_empty(), is_cut, "{n}");
        for done in cut {
            assert_eq!(done.call.completeness.truth, Truth::Open, "{n}");
        }
    }
}

#[test]
fn a_set_whose_tuples_were_too_many_on_the_way_is_not_called_complete() {
    // Cases that contradict each other: a tuple that begins with the first one of `a` never goes on to `f`.
    let cases = |i: &str| {
        format!(
            "{{k, v => 0 if k == {i}; 1 if k == {i} && {i} >= 5; 2 if k == {i} && {i} < 8; \
              3 if k == {i} && {i} > 2}} . cell"
        )
    };
    let text = "int x, n, i1, i2, i3, i4; int a[], b[], c[], d[], f[];
        assume(i1 >= 5 && f[i1] == 1);
        while (x < n) { assume(i1 >= 5); x = x + 1; }
        assume(i1 >= 5);
        assert(f[i1] == 1 || (a[i1] == 0 && b[i2] == 0 && c[i3] == 0 && d[i4] == 0));";
    let abstraction = format!(
        "cell,a={{k, v => 0 if k == i1 && i1 < 5; 1 if k == i1 && i1 >= 5}} . cell,b={},c={},d={},\
         f={{k, v => (v, 0) if k == i1 && i1 >= 5; (0, 1) if k == i1 && i1 >= 7}} . cell",
        cases("i2"),
        cases("i3"),
        cases("i4")
    );
    let choices = Choices { large_blocks: true, ..options(&abstraction) };
    let stages =
        record_stages(&Input::program(text, &choices)).stages.expect("a program without errors");
    let last = stages.concrete.clauses.last().expect("the assertion");
    let calls = story(&stages, last.id).map_or(vec![], |s| s.calls);
    let many = |call: &&Call| {
        let sizes = call.algorithm.calls();
        sizes.iter().map(|c| c.set.len()).product::<usize>() > 4 * ELEMENTS
    };
    let cut: Vec<_> = calls.iter().map(|done| &done.call).filter(many).collect();
    assert!(!cut.is_empty());
    for call in cut {
        assert_eq!(call.completeness.truth, Truth::Open);
    }
}
