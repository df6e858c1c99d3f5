//! Programs that once got a wrong answer or none, and random ones: a claim of `certified` is held
//! against executions, and every program ends.

use hornbook_corpus::dice::Dice;
use hornbook_lang::interp::run;
use hornbook_pipeline::{Choices, Input, Solving, Status};
use hornbook_records::{Outcome, Verdict};
use proptest::prelude::*;

fn outcome(text: &str, abstraction: &str, steps: u64) -> Outcome {
    let abstraction = abstraction.parse().expect("an abstraction");
    let input = Input::program(text, &Choices::abstraction(abstraction));
    let mut solving = Solving::new(&input).expect("a program without errors");
    match solving.step(steps) {
        Status::Done(outcome) => outcome,
        Status::Running(_) => solving.so_far(&hornbook_records::UnknownReason::Budget),
    }
}

/// What exists for one cell need not be what exists for another.
#[test]
fn nested_quantifiers_do_not_share_their_witnesses() {
    let programs = [
        "int a[]; assume(forall k: exists j: j == a[k]); assert(a[0] == a[1]);",
        "int a[]; assert(!(forall k: exists j: j == a[k]) || a[0] == a[1]);",
        "int a[]; int x; assume(forall k: exists j: j == a[k]);\n\
         if (a[0] != a[1]) { x = 0; assert(x == 1); }",
    ];
    for text in programs {
        assert_ne!(outcome(text, "cell1", 200_000).verdict.name(), "certified", "{text}");
    }
}

/// A loss in the simplification is not blamed on the abstraction alone.
#[test]
fn too_weak_says_when_a_quantified_condition_was_cut() {
    let text = "int a[]; assume(forall k: a[k] < a[k + 1]); assert(a[0] < a[2]);";
    match outcome(text, "cell1", 400_000).verdict {
        Verdict::TooWeak { why, .. } => assert!(why.contains("quantified condition"), "{why}"),
        other => panic!("{}", other.name()),
    }
}

/// Where nothing is abstracted but a quotient, that alone is to blame.
#[test]
fn too_weak_blames_no_abstraction_where_there_is_none() {
    let text = "int x = nondet(1, 9); assert(forall k in 50..60: k / x >= 5);";
    let found = |text: &str| match outcome(text, "cell1", 2_000_000).verdict {
        Verdict::TooWeak { why, abstracted, .. } => (why, abstracted),
        other => panic!("{}", other.name()),
    };
    let (why, abstracted) = found(text);
    assert!(why.contains("no other abstraction helps") && !abstracted, "{why}");
    let (why, abstracted) = found(&format!("int a[]; {text}"));
    assert!(why.contains("may be too weak as well") && abstracted, "{why}");
}

/// Whether it is said of each assertion that no run comes to it.
fn unreached(text: &str) -> Vec<bool> {
    let found = outcome(text, "cell1", 2_000_000);
    assert_eq!(found.verdict.name(), "certified", "{text}");
    found.assertions.iter().map(|a| a.unreached).collect()
}

#[test]
fn assertions_that_no_run_comes_to_are_told_from_those_that_hold() {
    assert_eq!(unreached("int x = 3; assume(x > 5); assert(x == 77);"), [true]);
    assert_eq!(unreached("int x = 3; assert(x == 3); return; assert(x == 4);"), [false, true]);
    assert_eq!(unreached("int i = 0; while (i >= 0) i++; assert(i == 5);"), [true]);
    let in_one_branch = "int x = nondet(); if (x > x + 1) { assert(x == 1); } assert(x == x);";
    assert_eq!(unreached(in_one_branch), [true, false]);
    let a_cell = "int a[]; int i; a[i] = 1; if (a[i] == 2) { assert(a[i + 1] == 5); }";
    assert_eq!(unreached(a_cell), [true]);
}

/// A claim about nothing is no claim that no run comes to.
#[test]
fn claims_that_hold_of_nothing_are_reached() {
    assert_eq!(unreached("int n = 0; int a[]; assert(forall k in 0..n: a[k] == 0);"), [false]);
    assert_eq!(unreached("int x = 0; assert(x > 5 ==> x == 77);"), [false]);
    let loops = "#pragma loops\nint n = 0; int a[]; assert(forall k in 0..n: a[k] == 0);";
    assert_eq!(unreached(loops), [false]);
    let blocks = "#pragma large-blocks\nint x = 3; assume(x > 5); assert(x == 77);";
    assert_eq!(unreached(blocks), [true]);
}

/// Conditions that are kept whole prove what follows from them, and no more.
#[test]
fn quantified_conditions_are_kept_where_they_count() {
    let programs = [
        ("int x; int y; assume(forall k: k < x ==> k < y); assert(x <= y);", "certified", "cell1"),
        ("int x; int y; assume(forall k: k < x ==> k <= y); assert(x <= y);", "buggy", "cell1"),
        (
            "int a[]; int n; assume(sorted(a, 0, n)); assert(n < 6 || a[1] <= a[5]);",
            "certified",
            "cell2",
        ),
        (
            "int a[]; int n; assume(sorted(a, 0, n)); assert(n < 5 || a[1] <= a[5]);",
            "buggy",
            "cell2",
        ),
        (
            "int a[]; int b[]; int n; assume(forall k in 0..n: a[k] == b[n - 1 - k]);\n\
             assert(n <= 3 || a[0] == b[n - 1] && a[n - 1] == b[0]);",
            "certified",
            "cell1",
        ),
    ];
    for (text, expected, abstraction) in programs {
        assert_eq!(outcome(text, abstraction, 400_000).verdict.name(), expected, "{text}");
    }
}

/// Reads at fixed indices have one name in all conditions of a clause.
#[test]
fn conditions_together_are_kept_whole_together() {
    let text = "int a[]; int b[]; assume((forall k: a[k] <= b[0]) && (forall k: a[k] >= b[1]) &&\n\
                b[0] < b[1]); assert(false);";
    assert_eq!(outcome(text, "cell,a=nothing", 400_000).verdict.name(), "certified");
}

/// Two values of one array may come from different arrays of the model: the second proof of
/// completeness does not hold for them.
#[test]
fn several_values_of_a_finite_abstraction_are_not_said_to_be_complete() {
    let text = "int a[]; int b[];\n\
                if (nondet()) { a[5] = 1; b[0] = 7; b[1] = 0; }\n\
                else { a[5] = 2; b[0] = 0; b[1] = 8; }\n\
                assert(!(b[0] == 7 && b[1] == 8));";
    let abstraction = "cell,b={k, v => (k, v) if k == 0; (k, v) if k == 1} . cell";
    match outcome(text, abstraction, 400_000).verdict {
        Verdict::TooWeak { why, .. } => assert!(why.contains("is not proved complete"), "{why}"),
        other => panic!("{}", other.name()),
    }
}

/// What an abstraction says of some cells only is said of them only.
#[test]
fn invariants_keep_the_conditions_of_the_abstraction() {
    let text = "int a[]; assume(forall k: k < 10 ==> a[k] == 7); while (nondet()) { }\n\
                assert(a[5] == 7);";
    let abstractions = [
        "{v => v} . {k, v => v if k < 10} . cell",
        "{k, v => (k, v) if k < 10} . cell",
        "{k, v => v if k < 10} . cell",
    ];
    for abstraction in abstractions {
        let outcome = outcome(text, abstraction, 400_000);
        assert_eq!(outcome.verdict.name(), "certified");
        let parts: Vec<String> = outcome.invariants.iter().flat_map(|i| i.sentences()).collect();
        assert_eq!(parts, ["forall k: k < 10 ==> a[k] == 7"], "{abstraction}");
    }
    let text = "int a[]; int x = nondet(); assume(x == 3 || (forall k: a[k] <= 100));\n\
                while (nondet()) { } assert(a[5] > 100 ==> x == 3);";
    let outcome = outcome(text, "{k, v => v if v > 100} . cell", 400_000);
    let parts = outcome.invariants.iter().flat_map(|i| i.sentences());
    assert!(parts.into_iter().all(|p| p.contains("a[k] > 100 ==>")));
}

/// Two cells in order are said to be in order, however their values are abstracted further.
#[test]
fn invariants_keep_the_order_of_cells() {
    let program = |fact: &str| {
        format!(
            "int a[]; int n = nondet(); assume(forall j, k: j < k ==> {fact});\n\
             int i = 0; while (i < n) {{ i++; }} assert(forall j, k: j < k ==> {fact});"
        )
    };
    let (sorted, positive) = ("a[j] <= a[k]", "(a[j] > 0 ==> a[k] > 0)");
    let questions = [
        (sorted, "cell<2"),
        (sorted, "(id * id) . cell<2"),
        (positive, "(sign * sign) . cell<2"),
        (positive, "((id * sign) * (id * sign)) . cell<2"),
    ];
    for (fact, abstraction) in questions {
        let outcome = outcome(&program(fact), abstraction, 400_000);
        assert_eq!(outcome.verdict.name(), "certified", "{abstraction}");
        let parts = outcome.invariants.iter().flat_map(|i| i.sentences());
        let about_two: Vec<String> = parts.filter(|p| p.matches("a[").count() > 1).collect();
        assert!(!about_two.is_empty(), "{abstraction}");
        for part in about_two {
            assert!(part.contains("k < j ") || part.contains("j < k "), "{abstraction}: {part}");
        }
    }
}

/// Whatever the verdict is, the search for it ends.
fn ends(text: &str, abstraction: &str) {
    let name = outcome(text, abstraction, 60_000).verdict.name();
    assert!(["certified", "too-weak", "unknown", "buggy"].contains(&name), "{text}");
}

#[test]
fn small_steps_with_many_reads_end() {
    let reads: String = (1..=6).map(|i| format!("x = x + a[{i}]; ")).collect();
    ends(&format!("int a[]; int x = a[0]; {reads} assert(x == x + 0);"), "cell2");
}

#[test]
fn long_chains_end() {
    let chain = "x = x + 1; ".repeat(300);
    ends(&format!("int x = 0; {chain} assert(x == 300);"), "cell1");
}

#[test]
fn many_branches_end() {
    let branches: String =
        (0..24).map(|i| format!("if (x > {i}) {{ x = x + 1; }} else {{ x = x - 1; }} ")).collect();
    ends(&format!("int x = 0; {branches} assert(x <= 24);"), "cell1");
}

#[test]
fn claims_with_many_reads_end() {
    let text = "int a[]; int x; assume(forall i, j, k, l, m, n, o, p: i < j && o < p && k < l && \
                m < n ==> a[i] <= a[p]); assert(a[0] + a[1] + a[2] + a[3] + a[4] >= x);";
    ends(text, "cell1");
    let text = "int a[]; int b[]; int c[]; int d[]; a[0] = 1; \
                assert(a[0] + a[1] + b[0] + b[1] + c[0] + c[1] + d[0] + d[1] >= 0);";
    ends(text, "cell2");
}

#[test]
fn claims_about_many_cells_end() {
    ends("int a[]; assert(a[a[a[0]]] + a[a[1]] == 0 || true);", "cell9");
}

#[test]
fn writes_among_many_cells_in_order_end() {
    ends("int a[]; a[5] = 1; int y = a[5]; assert(y == 1);", "cell<9");
}

#[test]
fn equivalences_of_many_conditions_end() {
    let equal: Vec<String> = (0..12).map(|i| format!("(forall k: a[k] <= {i})")).collect();
    let equivalences = equal.join(" <==> ");
    ends(&format!("int a[]; assume({equivalences}); assert(a[0] < 3);"), "cell1");
}

/// An assertion that cannot be decided or fails takes nothing from the others.
#[test]
fn each_assertion_is_judged_by_itself() {
    let programs = [
        ("int x = 0; while (nondet()) x += 2; assert(x >= 0); assert(x != 6);", "certified buggy"),
        (
            "int i = 0; while (i < 100000) i++; assert(i == 100000); assert(i != 100000);",
            "certified buggy",
        ),
        (
            "int n; assume(n >= 0); int i = 0, s = 0; while (i < n) { i++; s += 2; }\n\
             assert(s >= 0); assert(s == 2 * n);",
            "certified certified",
        ),
        (
            "int n = nondet(0, 50); int p = nondet(); int a[n]; assume(0 <= p <= n);\n\
             assume(forall k in 0..n: a[k] > 0); int b[] = insert(a, p, 7);\n\
             assert(forall k in 0..n + 1: b[k] > 0); assert(forall k in 0..n + 2: b[k] > 0);",
            "certified buggy",
        ),
    ];
    for (text, expected) in programs {
        let outcome = outcome(text, "cell1", 20_000_000);
        let names: Vec<&str> = outcome.assertions.iter().map(|a| a.verdict.name()).collect();
        assert_eq!(names.join(" "), expected, "{text}");
    }
}

/// The search does not depend on how its steps are cut.
#[test]
fn verdicts_do_not_depend_on_the_slices() {
    let text = include_str!("../../../../tests/programs/17_insert.hb");
    let input = Input::program(text, &Choices::default());
    let whole = outcome(text, "cell1", 10_000_000);
    let mut solving = Solving::new(&input).expect("a program");
    let sliced = loop {
        if let Status::Done(outcome) = solving.step(1) {
            break outcome;
        }
    };
    assert_eq!(whole, sliced);
}

fn expression() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("i".to_owned()),
        Just("n".to_owned()),
        Just("x".to_owned()),
        Just("0".to_owned()),
        Just("1".to_owned()),
        Just("a[i]".to_owned()),
        Just("b[i]".to_owned()),
        Just("a[x]".to_owned()),
        Just("nondet()".to_owned()),
    ];
    (leaf.clone(), prop_oneof![Just("+"), Just("-")], leaf, any::<bool>())
        .prop_map(|(a, op, b, both)| if both { format!("({a} {op} {b})") } else { a })
}

fn condition() -> impl Strategy<Value = String> {
    let comparison = prop_oneof![Just("<"), Just("<="), Just("=="), Just("!=")];
    (expression(), comparison, expression()).prop_map(|(a, op, b)| format!("{a} {op} {b}"))
}

fn statement() -> impl Strategy<Value = String> {
    prop_oneof![
        expression().prop_map(|e| format!("x = {e};")),
        expression().prop_map(|e| format!("a[i] = {e};")),
        expression().prop_map(|e| format!("b[x] = {e};")),
        (condition(), expression()).prop_map(|(c, e)| format!("if ({c}) {{ x = {e}; }}")),
        condition().prop_map(|c| format!("assume({c});")),
        Just("assume(exists k: 0 <= k && k < n && a[k] == x);".to_owned()),
    ]
}

fn claim() -> impl Strategy<Value = String> {
    prop_oneof![
        condition().prop_map(|c| format!("assert({c});")),
        prop_oneof![Just("a[k] == 0"), Just("a[k] == b[k]"), Just("a[k] <= x"), Just("a[k] == k")]
            .prop_map(|c| format!("assert(forall k: 0 <= k && k < n ==> {c});")),
        Just("assert(i >= n);".to_owned()),
        Just("assert(exists k: 0 <= k && k <= n && a[k] == x);".to_owned()),
        Just(
            "assume(x == 0 <==> (forall k: 0 <= k && k < n ==> a[k] == x)); assert(a[0] == x);"
                .to_owned()
        ),
        Just("assert(x == 0 <==> (exists k: 0 <= k && k < n && a[k] == x));".to_owned()),
    ]
}

fn program() -> impl Strategy<Value = String> {
    let body = prop::collection::vec(statement(), 1..4);
    let tail = prop::collection::vec(prop_oneof![claim(), statement()], 0..2);
    (body, tail, claim(), any::<bool>()).prop_map(|(body, tail, last, zero)| {
        let x = if zero { "0" } else { "nondet()" };
        format!(
            "int n = nondet(); int x = {x}; int a[n]; int b[n]; int i = 0;\n\
             while (i < n) {{ {} i = i + 1; }}\n{} {last}",
            body.join(" "),
            tail.join(" ")
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn certified_claims_hold_in_executions_and_buggy_ones_fail(text in program(), seed in 1u64..) {
        let outcome = outcome(&text, "cell1", 60_000);
        let input = Input::program(&text, &Choices::default());
        let program = input.program.as_ref().expect("a program without errors");
        let certified = |id| outcome.assertions.iter().any(|a| {
            a.id == Some(id) && matches!(a.verdict, Verdict::Certified)
        });
        let mut dice = Dice::new(seed);
        for _ in 0..200 {
            let trace = run(program, &mut dice, 400);
            for (id, _) in &trace.failed {
                prop_assert!(!certified(*id), "{}", text);
            }
        }
        for assertion in &outcome.assertions {
            if let Verdict::Buggy(run) = &assertion.verdict {
                let last = run.steps.last().map_or("", |s| s.what.as_str());
                prop_assert!(last.starts_with("the assertion fails"), "{}", last);
            }
        }
    }
}
