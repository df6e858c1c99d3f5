//! Lines about loops: `invariant c;` and `decreases e;`.

use expect_test::{Expect, expect};
use hornbook_base::AssertId;
use hornbook_lang::format::format;
use hornbook_lang::interp::{ListedChoices, run_to_failure};
use hornbook_lang::typed::{AssertionKind, TypedProgram};
use hornbook_lang::{Options, front_end, parse, print};

fn program(text: &str) -> TypedProgram {
    let (program, problems) = front_end(text, Options::default());
    program.unwrap_or_else(|| panic!("{text}\n{problems:?}"))
}

fn problems(text: &str) -> Vec<String> {
    front_end(text, Options::default()).1.into_iter().map(|d| d.message).collect()
}

/// All ways of writing one loop.
const WAYS: [&str; 7] = [
    "int i = 0; while (i < 3) { invariant i <= 3; decreases 3 - i; i++; }",
    "int i = 0; while (i < 3) invariant i <= 3; decreases 3 - i; { i++; }",
    "int i = 0; while (i < 3) invariant i <= 3 decreases 3 - i { i++; }",
    "int i = 0; while (i < 3) invariant { i <= 3 } decreases { 3 - i } { i++; }",
    "int i = 0; while (i < 3) invariant i <= 3; decreases 3 - i; i++;",
    "int i = 0; while (i < 3) invariant i <= 3; { decreases 3 - i; i++; }",
    "int i = 0; while (i < 3) { invariant (i <= 3); decreases (3 - i); i++; }",
];

#[test]
fn they_stand_at_the_head_of_the_body_or_between_header_and_body() {
    let printed: Vec<String> = WAYS
        .iter()
        .map(|text| {
            let (tree, problems) = parse(text);
            assert!(problems.is_empty(), "{text}: {problems:?}");
            print::program(&tree)
        })
        .collect();
    assert!(printed.iter().all(|text| *text == printed[0]), "{printed:#?}");
    let kinds: Vec<AssertionKind> = program(WAYS[0]).asserts.iter().map(|a| a.kind).collect();
    assert_eq!(kinds, [AssertionKind::Invariant, AssertionKind::Decreases]);
}

#[test]
fn they_are_formatted_in_lines_of_their_own() {
    for text in WAYS {
        let once = format(text).expect("no errors");
        assert_eq!(format(&once).expect("no errors"), once, "{text}");
        assert_eq!(parse(&once).0.body.len(), parse(text).0.body.len());
    }
    let shows =
        |text: &str, expected: &Expect| expected.assert_eq(&format(text).expect("no errors"));
    let texts = [
        "int i = 0;\nwhile (i < 3) { invariant { i <= 3 } }\nint j = 0;",
        "int i = 0;\nwhile (i < 3) { invariant { i <= 3 } i++; }\nint j = 0;",
        "void invariant(int x) { assert(x > 0); } while (nondet()) invariant(3);\nint y = 1;",
    ];
    for text in texts {
        let once = format(text).expect("no errors");
        assert_eq!(format(&once).expect("no errors"), once, "{once}");
        assert!(once.lines().any(|line| line.starts_with("int ")), "{once}");
    }
    shows(
        texts[1],
        &expect![[r#"
        int i = 0;
        while (i < 3) {
          invariant { i <= 3 }
          i++;
        }
        int j = 0;
    "#]],
    );
    shows(
        WAYS[1],
        &expect![[r#"
        int i = 0;
        while (i < 3)
          invariant i <= 3;
          decreases 3 - i;
        {
          i++;
        }
    "#]],
    );
    shows(
        WAYS[2],
        &expect![[r#"
        int i = 0;
        while (i < 3)
          invariant i <= 3
          decreases 3 - i
        {
          i++;
        }
    "#]],
    );
    shows(
        "int x; while (x < 0) { invariant -x >= 0; x++; }",
        &expect![[r#"
        int x;
        while (x < 0) {
          invariant -x >= 0;
          x++;
        }
    "#]],
    );
}

#[test]
fn the_words_are_names_elsewhere() {
    let texts = [
        "int invariant = 1; int decreases[3]; invariant = 2; decreases[0] = invariant; assert(invariant == 2);",
        "int invariant = 0; while (invariant < 3) { invariant++; } assert(invariant == 3);",
        "int invariant = 0; while (invariant < 3) invariant += 1; assert(invariant == 3);",
        "int before[2]; before[0] = 1; assert(before[0] == 1);",
        "void invariant(int x) { assert(x == 1); } int i = 0; while (i < 1) { invariant(1); i++; }",
        "int before(int x) { return x; } int y = before(3); assert(y == 3);",
        "int decreases, invariant; decreases, invariant = 1, 2; assert(decreases == 1);",
    ];
    for text in texts {
        program(text);
    }
}

#[test]
fn an_invariant_is_claimed_at_each_visit_to_the_head() {
    // The fourth visit, at which the loop ends, breaks it.
    let text = "int i = 0; while (i < 3) { invariant i < 3; i++; }";
    let trace = run_to_failure(&program(text), &mut ListedChoices::new(vec![]), AssertId(0), 100);
    assert_eq!(trace.failed.len(), 1, "{:?}", trace.failed);
    let text = "int i = 0; do { invariant i < 3; i++; } while (i < 3);";
    let trace = run_to_failure(&program(text), &mut ListedChoices::new(vec![]), AssertId(0), 100);
    assert!(trace.failed.is_empty(), "{:?}", trace.failed);
}

#[test]
fn a_measure_is_claimed_at_the_end_of_each_round() {
    let fails = |text: &str| {
        let trace =
            run_to_failure(&program(text), &mut ListedChoices::new(vec![]), AssertId(0), 1_000);
        !trace.failed.is_empty()
    };
    assert!(!fails("int i = 0; while (i < 3) { decreases 3 - i; i++; }"));
    assert!(!fails("int i = 0; while (i < 3) { decreases 3 - i; i++; continue; }"));
    assert!(!fails("for (int i = 0; i < 3; i++) { decreases 3 - i; if (i == 1) { continue; } }"));
    assert!(fails("int i = 0; while (i < 3) { decreases i; i++; }"));
    assert!(
        fails("int i = 9; while (i > 3) { decreases i - 9; i--; }"),
        "not negative before a round"
    );
    assert!(fails("int i = 0; do { decreases 1; i++; } while (i < 3);"));
}

#[test]
fn before_is_the_value_when_the_loop_was_entered() {
    let holds = |text: &str| {
        let program = program(text);
        (0..program.asserts.len() as u32).all(|id| {
            let mut choices = ListedChoices::new(vec![]);
            run_to_failure(&program, &mut choices, AssertId(id), 1_000).failed.is_empty()
        })
    };
    assert!(holds("int i = 4; while (i < 7) { invariant before(i) == 4; i++; }"));
    assert!(holds(
        "int a[3] = {7, 8, 9}; for (int i = 0; i < 3; i++) { invariant forall k in i..3: a[k] == before(a[k]); a[i] = 0; }"
    ));
    // The index is one of now, in an array of before.
    assert!(holds(
        "int a[2] = {5, 6}; int i = 0; while (i < 1) { invariant before(a)[i] == 5 + i; i++; a[1] = 0; }"
    ));
    // Each time that the inner loop is entered.
    assert!(holds(
        "for (int i = 0; i < 3; i++) { int k = i; while (k < 3) { invariant before(k) == i; k++; } }"
    ));
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    assert_eq!(
        problems("int x = 1; invariant x == 1; assert(x == 1);"),
        ["`invariant` stands at the head of a loop"]
    );
    assert_eq!(
        problems("int i = 0; while (i < 3) { i++; invariant i > 0; } assert(i == 3);"),
        ["`invariant` stands at the head of a loop"]
    );
    assert_eq!(
        problems(
            "int f() { return 1; } int i = 0; while (i < 3) { invariant f() == 1; i++; } assert(i == 3);"
        ),
        ["an invariant makes no choices and calls no functions"]
    );
    assert_eq!(
        problems("int i = 0; while (i < 3) { invariant nondet() == i; i++; } assert(i == 3);"),
        ["an invariant makes no choices and calls no functions"]
    );
    assert_eq!(problems("int i = 0; while (i < 3) { invariant i; i++; } assert(i == 3);").len(), 1);
    assert_eq!(
        problems("int i = 0; while (i < 3) { invariant before(i, 1) == 0; i++; } assert(i == 3);"),
        ["`before` takes one expression: `before(a[i])`"]
    );
    let hints: Vec<String> = front_end("int i = 0; assert(before(i) == 0);", Options::default())
        .1
        .into_iter()
        .flat_map(|d| d.hints)
        .collect();
    assert!(hints.iter().any(|hint| hint.contains("invariant")), "{hints:?}");
}

#[test]
fn a_loop_that_never_ends_is_noticed() {
    let never = "this loop never ends once it has begun";
    let warns = |text: &str| problems(text).iter().any(|message| message == never);
    assert!(warns(
        "int n = nondet(); int i = 0; while (i < n) { int x = i; x++; } assert(i >= n);"
    ));
    assert!(!warns("int n = nondet(); int i = 0; while (i < n) { i++; } assert(i >= n);"));
    assert!(!warns("int i = 0; while (true) { if (i == 3) { break; } i++; } assert(i == 3);"));
    assert!(!warns("int n = nondet(); while (n > 0) { assume(false); } assert(n <= 0);"));
    assert!(!warns(
        "void f(int a[]) { a[0] = 0; } int a[]; while (a[0] > 0) { f(a); } assert(a[0] <= 0);"
    ));
    assert!(!warns("int n = nondet(); while (nondet() < n) { assert(n > 0); }"));
}
