//! Claims that something exists: the places that variables and ranges name are tried.

use hornbook_abstraction::completeness::{Criterion, Truth};
use hornbook_abstraction::heuristic::{Heuristic, NamedCells};
use hornbook_abstraction::insts::{Algorithm, Call};
use hornbook_horn::ClauseId;
use hornbook_pipeline::{Choices, Input, Solving, Status, record_stages, story};
use hornbook_records::UnknownReason;

fn options() -> Choices {
    Choices::abstraction("cell1".parse().expect("an abstraction"))
}

fn verdict(text: &str, options: &Choices) -> &'static str {
    let mut solving = Solving::new(&Input::program(text, options)).expect("a program");
    match solving.step(600_000) {
        Status::Done(outcome) => outcome.verdict.name(),
        Status::Running(_) => solving.so_far(&UnknownReason::Budget).verdict.name(),
    }
}

/// Beside each program one that differs in one place and is wrong.
#[test]
fn places_that_the_program_keeps_witness_what_exists() {
    let search = |found: &str, claim: &str| {
        format!(
            "int n = nondet(); int v = nondet(); int a[n]; int pos = -1; int i = 0;\n\
             while (i < n && pos == -1) {{ if (a[i] == v) {{ pos = {found}; }} i++; }}\n\
             assert({claim});"
        )
    };
    let there = "exists k in 0..n: a[k] == v";
    let largest = |first: &str| {
        format!(
            "int n = nondet(); int a[n]; assume({first}); int m = a[0]; int p = 0;\n\
             for (int i = 1; i < n; i++) {{ if (a[i] > m) {{ m = a[i]; p = i; }} }}\n\
             assert(exists k in 0..n: a[k] == m);"
        )
    };
    let write = |claim: &str| {
        format!(
            "int n = nondet(); int x = nondet(); int a[n]; int i = nondet();\n\
             assume(0 <= i && i < n); a[i] = x; assert({claim});"
        )
    };
    let ends = |at: &str| {
        format!(
            "int n = nondet(); assume(n > 0); int a[n]; a[{at}] = 7; assert(exists k in 0..n: a[k] == 7);"
        )
    };
    let programs = [
        (write("exists k in 0..n: a[k] == x"), "certified"),
        (write("exists k in 1..n: a[k] == x"), "buggy"),
        (write("n > 3 && (exists k in 0..n: a[k] == x) || n <= 3"), "certified"),
        ("int i = nondet(); int a[]; a[i] = i; assert(exists k: a[k] == i);".into(), "certified"),
        (
            "int i = nondet(); int a[]; a[i] = i; assert(exists k in 0..3: a[k] == i);".into(),
            "buggy",
        ),
        (ends("0"), "certified"),
        (ends("n - 1"), "certified"),
        (ends("n"), "buggy"),
        (write("n <= 0 || a[n - 1] == x || (exists k in 0..n: a[k] == x)"), "certified"),
        (write("!(forall k: k < 0 || k >= n || a[k] != x)"), "certified"),
        (write("exists k: !(k < 0) && !(k >= n) && a[k] == x"), "certified"),
        (write("!(forall k: k < 1 || k >= n || a[k] != x)"), "buggy"),
        (search("i", &format!("pos == -1 || ({there})")), "certified"),
        (search("i", &format!("pos != -1 <==> ({there})")), "certified"),
        (search("i", &format!("(pos == -1) != ({there})")), "certified"),
        (search("i", &format!("pos == -1 <==> !({there})")), "certified"),
        (search("i", &format!("pos == -1 <==> ({there})")), "buggy"),
        (search("0", &format!("pos == -1 <==> ({there}) && a[0] == v")), "buggy"),
        (largest("n > 0"), "certified"),
        (largest("n >= 0"), "buggy"),
    ];
    for (text, expected) in programs {
        assert_eq!(verdict(&text, &options()), expected, "{text}");
    }
}

const CLAIM: &str = "int n = nondet(); int x = nondet(); int a[n]; int i = nondet();\n\
    a[i] = x;\n\
    assert(exists k in 0..n: a[k] == x);";

/// What `insts` did for the array at the claim.
fn at_the_claim(options: &Choices) -> (ClauseId, Call) {
    let stages = record_stages(&Input::program(CLAIM, options)).stages.expect("stages");
    let claims = |c: &&hornbook_horn::Clause| stages.concrete.show(c).contains("exists");
    let id = stages.concrete.clauses.iter().find(claims).expect("the claim").id;
    let call = story(&stages, id).expect("a story").calls.remove(0).call;
    (id, cell_call(&call).expect("a call for cells").clone())
}

fn cell_call(call: &Call) -> Option<&Call> {
    match &call.algorithm {
        Algorithm::Cell { .. } => Some(call),
        other => other.calls().into_iter().find_map(cell_call),
    }
}

fn indices(call: &Call) -> Vec<String> {
    call.set.iter().map(|i| i.sharp.leaves()[0].to_string()).collect()
}

/// A place that is tried for both arrays, and one for the rows of a matrix.
#[test]
fn several_arrays_and_rows_have_places_as_well() {
    let two = |offset: &str| {
        format!(
            "int n = nondet(); int a[n]; int b[n]; int p = nondet(); assume(0 <= p && p < n);\n\
             a[p] = 3; b[p] = 4; assert(exists k in 0..n: a[k] == 3 && b[k + {offset}] == 4);"
        )
    };
    assert_eq!(verdict(&two("0"), &options()), "certified");
    assert_eq!(verdict(&two("1"), &options()), "buggy");
    let rows = "int m[][]; int p = nondet(); m[p][0] = 3; assert(exists k: m[k][0] == 3);";
    assert_eq!(verdict(rows, &options()), "certified");
}

/// Beside each program one that differs in one place and is wrong: what an assumption says to exist is
/// remembered by all points after it.
#[test]
fn what_was_assumed_to_exist_is_remembered() {
    let given =
        "int n = nondet(); int v = nondet(); int a[n]; assume(exists k in 0..n: a[k] == v);\n";
    let search = |first: u32, claims: &str| {
        format!("{given}int i = {first}; while (i < n && a[i] != v) i++;\n{claims}")
    };
    let found = "assert(i < n); assert(a[i] == v); assert(forall j in 0..i: a[j] != v);";
    let unbounded =
        |condition: &str| format!("{given}int i = 0; while ({condition}) i++; assert(0 <= i < n);");
    let copy = |last: &str| {
        format!(
            "{given}int b[n]; for (int i = 0; i < {last}; i++) b[i] = a[i];\n\
             assert(exists k in 0..n: b[k] == v);"
        )
    };
    let some = |condition: &str, last: &str, claim: &str| {
        format!(
            "int n; int a[n]; bool empty; assume({condition}); bool f = false;\n\
             for (int i = 0; i < {last}; i++) if (a[i] == 7) f = true;\n\
             assert({claim});"
        )
    };
    let branch = |head: &str, first: u32| {
        format!(
            "int n; int v; int a[n]; int i = {first};\n\
             {head} {{ while (a[i] != v) i++; assert(0 <= i < n); }}"
        )
    };
    let not_all = "!(forall k in 0..n: a[k] != 7)";
    let maybe = "empty || (exists k in 0..n: a[k] == 7)";
    let programs = [
        (search(0, found), "certified"),
        (search(1, found), "buggy"),
        (unbounded("a[i] != v"), "certified"),
        (unbounded("a[i] == v"), "buggy"),
        (copy("n"), "certified"),
        (copy("n - 1"), "buggy"),
        (some(not_all, "n", "f"), "certified"),
        (some(not_all, "n - 1", "f"), "buggy"),
        (some(maybe, "n", "f || empty"), "certified"),
        (some(maybe, "n", "f"), "buggy"),
        (branch("if (exists k in 0..n: a[k] == v)", 0), "certified"),
        (branch("if (exists k in 0..n: a[k] == v)", 1), "buggy"),
        (branch("if (forall k in 0..n: a[k] != v) i = 0; else", 0), "certified"),
        (branch("if (forall k in 0..n: a[k] != v) i = 0; else", 1), "buggy"),
        (branch("while (exists k in 0..n: a[k] == v)", 0), "certified"),
        (branch("while (exists k in 0..n: a[k] == v)", 1), "buggy"),
        (branch("if (forall k in 0..n: a[k] != v) return;", 0), "certified"),
        (branch("if (forall k in 0..n: a[k] != v) return;", 1), "buggy"),
        (branch("while (forall k in 0..n: a[k] != v) havoc a;", 0), "certified"),
        (branch("while (forall k in 0..n: a[k] != v) { if (nondet()) break; havoc a; }", 0), "buggy"),
        (branch("do { havoc a; } while (forall k in 0..n: a[k] != v);", 0), "certified"),
        ("int x; assume(exists q: x == 2 * q); int i = 0; while (i < x) i += 2; assert(x < 0 || i == x);".into(), "certified"),
        ("int x; assume(exists q: x == 3 * q); int i = 0; while (i < x) i += 2; assert(x < 0 || i == x);".into(), "buggy"),
    ];
    for (text, expected) in programs {
        assert_eq!(verdict(&text, &options()), expected, "{text}");
    }
}

/// Variables of the program are tried as places before what conditions said to exist, and there are not
/// too many of those.
#[test]
fn what_exists_elsewhere_is_in_nobody_s_way() {
    let programs = [
        "int v; int a[]; int b[]; assume(exists w: b[w] == 0); a[v] = v; assert(exists k: a[k] == v);",
        "int p; int q; int a[]; int b[]; int c[]; assume(exists d, e: d < e);\n\
         a[p] = 1; b[p] = 2; c[p] = 3; assert(exists k: a[k] == 1 && b[k] == 2 && c[k] == 3);",
        "int n; int v; int a[n]; int p = -1;\n\
         assume(exists c, d, e, f, g, h, k in 0..n: a[c] != a[d] && a[e] < a[f] && a[g] < a[h] + a[k]);\n\
         for (int i = 0; i < n; i++) if (a[i] == 7) p = i;\n\
         assert(p >= 0 ==> (exists k in 0..n: a[k] == 7));",
        "int n; int p = 0; int a[n]; int b[n];\n\
         assume(exists j, k in 0..n: a[j] != a[k] && a[j] < 0);\n\
         assume(exists j, k in 0..n: b[j] != b[k] && b[j] < 0);\n\
         while (p < n && a[p] != 3) { p++; } assume(p < n); assert(exists k in 0..n: a[k] == 3);\n\
         for (int i = 0; i < n; i++) b[i] = a[i] + 1;\n\
         assert(exists k in 0..n: b[k] == 4 && a[k] == 3);",
    ];
    for text in programs {
        assert_eq!(verdict(text, &options()), "certified", "{text}");
    }
}

/// A quantifier over truth values has no places.
#[test]
fn truth_values_are_no_places() {
    let text = "(set-logic HORN)\n\
        (declare-fun P ((Array Int Int) Bool Int) Bool)\n\
        (assert (forall ((a (Array Int Int)) (c Bool) (x Int)) (=> (>= x 0) (P a c x))))\n\
        (assert (forall ((a (Array Int Int)) (c Bool) (x Int)) (=> (P a c x)\n\
          (or (>= x 0) (exists ((k Int) (b Bool)) (and (= b c) (or b (= (select a k) x))))))))\n\
        (check-sat)";
    let mut solving = Solving::new(&Input::clauses(text, &options())).expect("clauses");
    let Status::Done(outcome) = solving.step(600_000) else { panic!("no answer") };
    assert_eq!(outcome.verdict.name(), "certified");
}

/// The bound of the range is not inside it, so the last place is tried instead; `x` is compared with
/// cells, so it is no place.
#[test]
fn what_was_tried_is_recorded_and_not_said_to_be_complete() {
    for heuristic in [Heuristic::Relevant, Heuristic::Manual] {
        let options = Choices { heuristic: Some(heuristic), ..options() };
        let (_, call) = at_the_claim(&options);
        let Algorithm::Cell { tried, any, .. } = &call.algorithm else {
            panic!("{:?}", call.algorithm)
        };
        assert_eq!(indices(&call), ["0", "n - 1", "i"]);
        assert_eq!((tried.len(), *any), (3, false));
        assert!(matches!(call.completeness.criterion, Criterion::TopReached(_)));
        assert!(matches!(call.completeness.truth, Truth::Open));
    }
}

#[test]
fn the_searches_of_the_papers_try_nothing() {
    for heuristic in [Heuristic::RelevantBasic, Heuristic::Mg16, Heuristic::Ma15] {
        let options = Choices { heuristic: Some(heuristic), ..options() };
        let (_, call) = at_the_claim(&options);
        let Algorithm::Cell { tried, any, .. } = &call.algorithm else {
            panic!("{:?}", call.algorithm)
        };
        assert!(tried.is_empty() && *any, "{heuristic}");
    }
}

#[test]
fn cells_named_by_hand_are_taken_alone() {
    let (id, _) = at_the_claim(&options());
    let cells = vec![NamedCells { clause: id.0, array: "a".into(), indices: vec!["i".into()] }];
    let options = Choices { heuristic: Some(Heuristic::Manual), cells, ..options() };
    let (_, call) = at_the_claim(&options);
    assert_eq!(indices(&call), ["i"]);
    // Those that could be taken besides stay known, so that a viewer can offer them.
    let Algorithm::Cell { tried, .. } = &call.algorithm else { panic!("{:?}", call.algorithm) };
    assert_eq!(tried.len(), 3);
}
