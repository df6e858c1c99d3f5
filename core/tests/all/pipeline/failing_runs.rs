//! Failing runs as they are shown: what was chosen, what happened, what is wrong in the end.

use hornbook_pipeline::{Choices, Input, Solving, Status};
use hornbook_records::{Run, Verdict};

/// Steps of the search for an answer.
const STEPS: u64 = 6_000_000;

/// The failing run of a program's last assertion.
fn failing(text: &str) -> Run {
    let input = Input::program(text, &Choices::default());
    let mut solving = Solving::new(&input).expect("a program without errors");
    let Status::Done(outcome) = solving.step(STEPS) else { panic!("no answer for\n{text}") };
    match outcome.assertions.last().map(|a| &a.verdict) {
        Some(Verdict::Buggy(run)) => (**run).clone(),
        verdict => panic!("{verdict:?} for\n{text}"),
    }
}

/// The choices and the last step of the failing run.
fn describe_failure(text: &str) -> (String, String) {
    let run = failing(text);
    let last = run.steps.last().map(|step| step.what.clone()).unwrap_or_default();
    (run.choices.join(", "), last)
}

#[test]
fn the_first_wrong_instance_is_named() {
    let (choices, last) = describe_failure(
        "int n = nondet(); int a[n]; int i = 0;
        while (i < n - 1) { a[i] = 0; i++; }
        assert(forall k: 0 <= k && k < n ==> a[k] == 0);",
    );
    assert_eq!(choices, "n = 1, a[0] = 1");
    assert_eq!(last, "the assertion fails for k = 0: a[0] = 1");
}

#[test]
fn cells_that_are_moved_are_still_those_that_were_chosen() {
    let (choices, last) = describe_failure(
        "int a[]; int n = nondet();
        assume(sorted(a, 0, n)); erase(a, 0); assert(sorted(a, 0, n));",
    );
    assert_eq!(choices, "a[0] = 0, a[1] = 0, a[2] = -1, n = 2");
    assert_eq!(last, "the assertion fails: a[0] = 0, a[1] = -1");
}

#[test]
fn cells_that_are_overwritten_do_not_matter() {
    let (choices, last) = describe_failure(
        "int a[]; int i = 0; while (i < 40) { a[i] = 0; i++; }
        assert(forall k in 0..41: a[k] == 0);",
    );
    assert_eq!(choices, "a[40] = 1");
    assert_eq!(last, "the assertion fails for k = 40: a[40] = 1");
}

#[test]
fn the_cells_in_view_are_those_that_decide() {
    let run = failing(
        "int a[]; int i = 0; while (i < 40) { a[i] = 0; i++; }
        assert(forall k in 0..41: a[k] == 0);",
    );
    let first = run.steps.first().expect("a step");
    let cells = &first.arrays[0].cells;
    assert!(cells.iter().any(|(i, value)| i == &[40.into()] && value == "1"), "{cells:?}");
    assert_eq!(cells.len(), 24);
}

#[test]
fn negative_numbers_are_divided_otherwise_than_in_other_languages() {
    for (claim, said) in [
        ("x / 2 == -3", "x = -7 (x / 2 is -4, where C and Java have -3)"),
        ("x % 2 == -1", "x = -7 (x % 2 is 1, where C and Java have -1)"),
        ("x / -2 == 3", "x = -7 (x / -2 is 4, where C and Java have 3)"),
        ("x % -4 == -3", "x = -7 (x % -4 is 1, where C and Java have -3)"),
        // These are the same everywhere.
        ("x / 7 == 1", "x = -7"),
        ("-x / -2 == 4", "x = -7"),
    ] {
        let (_, last) = describe_failure(&format!("int x = -7; assert({claim});"));
        assert_eq!(last, format!("the assertion fails: {said}"), "{claim}");
    }
    let run = failing("int x = nondet(); assume(x == -7); int y = x / 2; assert(y == -3);");
    let steps: Vec<&str> = run.steps.iter().map(|step| step.what.as_str()).collect();
    assert_eq!(steps[2], "y = -4 (x / 2 is -4, where C and Java have -3)");
}

#[test]
fn what_assumptions_read_is_shown() {
    let (choices, last) = describe_failure(
        "int n = nondet(); int a[n];
        assume(forall k in 0..n: exists j: 0 <= j < n && a[j] == k); assert(n < 3);",
    );
    assert_eq!(choices, "n = 3, a[0] = 2, a[1] = 1, a[2] = 0");
    assert_eq!(last, "the assertion fails: n = 3");
}

#[test]
fn a_copy_reads_nothing_until_it_is_read() {
    let (choices, last) = describe_failure(
        "int a[]; int b[]; int unused = nondet(); int old[] = a;
        a[0] = 7; b = a; b[1] = 3;
        assert(old[0] == 5 && b[2] == 4 && b[1] == 3);",
    );
    assert_eq!(choices, "a[0] = 0");
    assert_eq!(last, "the assertion fails: old[0] = 0");
}

#[test]
fn steps_on_whole_arrays_say_what_happened() {
    let run = failing(
        "int a[]; int b[];
        int old[] = a;
        insert(a, 0, 3);
        erase(a, 1);
        b = a;
        assert(b == old);",
    );
    let told: Vec<&str> = run.steps.iter().map(|step| step.what.as_str()).collect();
    let wanted = [
        "a has some values",
        "b has some values",
        "old = a",
        "insert(a, 0, 3)",
        "erase(a, 1)",
        "b = a",
        "the assertion fails: b[0] = 3, old[0] = 0",
    ];
    assert_eq!(told, wanted);
    assert_eq!(run.choices, ["a[0] = 0"]);
}

#[test]
fn choices_within_expressions_are_shown_by_their_line() {
    let run = failing(
        "int x = 0; int y = 0;
        if (nondet() > 3) { x = nondet(); }
        y = nondet() + 1;
        assert(x != 7 || y != 2);",
    );
    assert_eq!(run.choices, ["nondet() = 4 (line 2)", "x = 7 (line 2)", "nondet() = 1 (line 3)"]);
    assert!(run.further_choices().is_empty());
    let failure = run.failure.expect("a reason");
    assert_eq!(failure.claim, "x != 7 || y != 2");
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    assert_eq!(failure.reads, [pair("x", "7"), pair("y", "2")]);
}

#[test]
fn the_values_of_nested_quantifiers_are_named_outermost_first() {
    let (_, last) = describe_failure(
        "int a[]; int n = nondet(); assume(n >= 2);
        assert(forall i in 0..n: forall j in 0..i: a[j] <= a[i]);",
    );
    assert_eq!(last, "the assertion fails for i = 1, j = 0: a[0] = 0, a[1] = -1");
}

#[test]
fn of_many_choices_the_decisive_ones_come_first() {
    let run = failing(
        "int a[]; int c = 0; int n = 30;
        for (int i = 0; i < n; i++) { c = c + a[i]; }
        assert(a[29] == 1 && c == c);",
    );
    assert_eq!(run.choices.len(), 30);
    assert!(run.choices[0].starts_with("a[29] = "), "{:?}", run.choices);
    let short = run.choices_in_short();
    assert!(short.ends_with(", .."));
    let further = run.further_choices();
    assert_eq!(further.len(), 6);
    assert!(further.iter().all(|choice| !short.contains(choice.as_str())), "{short}");
}

/// The failing run is found, and its last step is the given one.
fn is_found(text: &str, wanted: &str) {
    let (_, last) = describe_failure(text);
    assert_eq!(last, wanted, "{text}");
}

#[test]
fn the_only_run_is_followed_to_its_end() {
    let text = "int i = 0; int n = 5000; while (i < n) { i++; } assert(i != 5000);";
    is_found(text, "the assertion fails: i = 5000");
    let run = failing("int i = 0; while (i < 30000) { i++; } assert(i != 30000);");
    assert_eq!(run.steps.len(), 2_000);
    let gap = run.left_out.expect("a gap");
    assert_eq!((gap.after, gap.steps + run.steps.len()), (1_000, 60_003));
    assert_eq!(run.steps.last().map(|s| s.what.as_str()), Some("the assertion fails: i = 30000"));
}

#[test]
fn numbers_of_the_text_are_tried() {
    let text = "int n = nondet(); assume(n > 1000); int a[]; int i = 0;
        while (i < n) { a[i] = 0; i++; }
        assert(a[999] == 1);";
    is_found(text, "the assertion fails: a[999] = 0");
    assert_eq!(failing(text).choices, ["n = 1001"]);
}

#[test]
fn cells_that_all_hold_one_number_are_tried() {
    let text = "int n = nondet(); int a[n]; int c = 0;
        for (int i = 0; i < n; i++) { if (a[i] == 1) c++; }
        assert(c < 7);";
    is_found(text, "the assertion fails: c = 7");
    assert_eq!(failing(text).choices.len(), 8);
}

#[test]
fn the_same_choice_in_every_round_is_tried() {
    let text = "int a[]; int i = 0;
        while (i < 20) {
            if (nondet()) { a[i] = 0; } else { a[i] = 1; }
            if (nondet()) { a[i] = 2; }
            i++;
        }
        assert(a[19] != 2);";
    is_found(text, "the assertion fails: a[19] = 2");
}

#[test]
fn large_numbers_are_tried_as_small_ones_first() {
    let text = "int n = nondet(); assume(n >= 0); int a[n]; int i = 0;
        while (i < n) { if (i != 30000) { a[i] = 0; } i++; }
        assert(forall k in 0..n: a[k] == 0);";
    assert_eq!(failing(text).choices, ["n = 30001", "a[30000] = 30001"]);
    let text = "int m = nondet(); int i = 0; while (i < 300000) { i++; } assert(i != 300000);";
    is_found(text, "the assertion fails: i = 300000");
    // Small numbers that stand for large ones may fail although these do not.
    let right = "int i = 0, s = 0; while (i < 1000) { i++; s += 2; } assert(s != 40);";
    let input = Input::program(right, &Choices::default());
    let mut solving = Solving::new(&input).expect("a program without errors");
    if let Status::Done(outcome) = solving.step(STEPS) {
        assert_ne!(outcome.verdict.name(), "buggy");
    }
}

#[test]
fn what_is_found_does_not_depend_on_the_slices() {
    let text = "int n = nondet(); int a[n]; int c = 0;
        for (int i = 0; i < n; i++) { if (a[i] == 1) c++; }
        assert(c < 7);";
    let input = Input::program(text, &Choices::default());
    let mut solving = Solving::new(&input).expect("a program without errors");
    let outcome = loop {
        if let Status::Done(outcome) = solving.step(1) {
            break outcome;
        }
    };
    let Some(Verdict::Buggy(run)) = outcome.assertions.last().map(|a| &a.verdict) else {
        panic!("{:?}", outcome.verdict)
    };
    assert_eq!(**run, failing(text));
}

#[test]
fn an_access_is_said_to_be_within_its_bounds_or_not() {
    let run = failing(
        "#pragma check-bounds
        int a[2]; int i = 0;
        a[i] = 1;
        a[i + 2] = 1;",
    );
    let said: Vec<&str> = run.steps.iter().map(|step| step.what.as_str()).collect();
    assert!(said.contains(&"a[i] is within its bounds"), "{said:?}");
    assert_eq!(said.last(), Some(&"a[i + 2] is out of its bounds"));
}

/// The steps of a failing run, in words.
fn said(text: &str) -> Vec<String> {
    failing(text).steps.into_iter().map(|step| step.what).collect()
}

#[test]
fn without_checks_a_run_says_where_it_leaves_the_declared_lengths() {
    let said = said(
        "int n = 1; int a[n], b[];
        n = 2;
        a[n] = 5;
        b[n] = a[-1] + a[0];
        if (n < 1 && a[n] == 5) { n = 3; }
        assert(a[2] == 4 && len(a) == 1);",
    );
    let outside: Vec<&String> = said.iter().filter(|what| what.contains("bounds")).collect();
    assert_eq!(outside.len(), 3, "{said:?}");
    assert_eq!(outside[0], "a[2] = 5 (a[n] is out of its bounds)");
    assert!(
        outside[1].starts_with("b[2] = ") && outside[1].ends_with("(a[-1] is out of its bounds)")
    );
    assert_eq!(outside[2], "the assertion fails: a[2] = 5 (a[2] is out of its bounds)");
}

#[test]
fn of_accesses_below_a_quantifier_nothing_is_said() {
    // Some instance leaves the array, but not the one that fails.
    let said = said(
        "int n = 2; int a[n]; a[0] = 5; a[1] = 3;
        assert(forall k in 0..n: a[k] <= a[k + 1]);",
    );
    assert!(said.iter().all(|what| !what.contains("bounds")), "{said:?}");
}

#[test]
fn many_accesses_in_one_step_do_not_hide_it() {
    let sum: Vec<String> = (2..90).map(|n| format!("a[i + {n}]")).collect();
    let said = said(&format!("int i = nondet(); int a[3]; assert({} != 7);", sum.join(" + ")));
    assert!(said.last().is_some_and(|last| last.contains("are out of their bounds")), "{said:?}");
}

#[test]
fn several_accesses_of_one_step_are_out_of_bounds() {
    let said = said(
        "int a[2], m[1][3]; int i = nondet(); assume(i == 2);
        m[i][0] = a[i] + a[-i] + a[i - 1];
        havoc i;
        assert(a[0] != a[0]);",
    );
    let outside: Vec<&String> = said.iter().filter(|what| what.contains("bounds")).collect();
    let [one] = outside.as_slice() else { panic!("{said:?}") };
    assert!(one.ends_with("(m[i], a[i] and a[-i] are out of their bounds)"), "{one}");
}

#[test]
fn copies_to_places_in_unknown_order_do_not_keep_the_search_from_ending() {
    // Each round doubles the term of the array.
    let text = "int n = nondet(); int a[n];
        for (int i = 0; 2 * i < n; i++) { a[n - 1 - i] = a[i]; }
        assert(forall k in 0..n: a[k] == a[n - 1 - k]);";
    let input = Input::program(text, &Choices::default());
    let mut solving = Solving::new(&input).expect("a program without errors");
    let Status::Done(outcome) = solving.step(STEPS) else { panic!("no answer") };
    assert_eq!(outcome.verdict.name(), "too-weak", "for one cell");
}

/// A function that calls itself and fails on the way back.
const DOWN: &str = "int down(int a[], int n) {
  int before = n;
  if (n <= 0) { return 0; }
  a[n] = n;
  int r = down(a, n - 1);
  assert(before != 2);
  return r + 1;
}
int b[];
int x = nondet(0, 5);
x = down(b, x);";

#[test]
fn a_step_shows_what_its_own_call_has() {
    let run = failing(DOWN);
    let last = run.steps.len() - 1;
    let value = |name: &str| {
        run.steps[last].scalars.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    };
    assert_eq!((value("before"), value("r"), value("x")), (Some("2"), Some("1"), None));
    let stack = run.call_stack(last);
    let calls: Vec<String> = stack.iter().map(|frame| frame.call()).collect();
    assert_eq!(calls, ["down(a = b, n = 2)"]);
    assert_eq!((stack[0].describe_caller(), run.depth(last)), ("called in line 11".to_owned(), 1));
    assert_eq!(stack[0].scalars, [("x".to_owned(), "2".to_owned())]);
    assert_eq!(stack[0].arrays.len(), 1);
    let deepest = (0..=last).rev().max_by_key(|at| run.depth(*at)).expect("a step");
    let called: Vec<u32> = run.call_stack(deepest).iter().map(|frame| frame.line).collect();
    assert_eq!(called, [5, 5, 11]);
    // The innermost call has not come to its own ones yet.
    assert!(!run.steps[deepest].scalars.iter().any(|(name, _)| name == "before" || name == "r"));
}

#[test]
fn one_can_step_over_calls_and_out_of_them() {
    let run = failing(DOWN);
    let last = run.steps.len() - 1;
    let what = |at: usize| run.steps[at].what.as_str();
    let store = (0..last).find(|at| what(*at) == "a[2] = 2").expect("a step");
    assert_eq!(what(store + 1), "down(a, 1) is called");
    assert_eq!(
        (what(run.step_over(store)), run.depth(run.step_over(store))),
        ("down(a, n) has returned", 1)
    );
    assert_eq!(run.step_out(store + 1), run.step_over(store));
    assert_eq!((run.step_out(store), run.step_over(last)), (last, last));
}

#[test]
fn a_run_may_begin_with_a_function() {
    let run = failing("void f(int a[], int n) requires n > 1; ensures a[0] == n; { a[0] = 2; }");
    let stack = run.call_stack(run.steps.len() - 1);
    assert_eq!(stack.len(), 1);
    assert_eq!(stack[0].describe_caller(), "the run begins with it");
    assert!(!stack[0].given.iter().any(|(name, _)| name == "a"), "{:?}", stack[0].given);
    assert!(run.steps.iter().any(|step| step.what == "the run begins with this function"));
}
