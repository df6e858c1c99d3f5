//! Claims that something exists.

use crate::support::verdicts::{check_page, solve_by};
use hornbook_instrument::existence::candidates::find_candidates;
use hornbook_lang::ast::StmtKind;
use hornbook_lang::interp::{End, ListedChoices, StepKind, run};
use hornbook_lang::rewrite::SourceMap;
use hornbook_lang::typed::TypedProgram;
use hornbook_lang::{Options, front_end, parse};
use hornbook_pipeline::MethodChoice;
use hornbook_runs::random_runs::SmallInputs;
use hornbook_settings::Settings;
use hornbook_tasks::existence::apply::{Witness, WitnessChoice, apply, find_existentials};

const MAXIMUM: &str = "int n = nondet();\nassume(n > 0);\nint a[n];\nint m = a[0];\n\
    for (int i = 1; i < n; i++) {\n  if (a[i] > m) {\n    m = a[i];\n  }\n}\n\
    assert(exists k in 0..n: a[k] == m);\n";

const FLAG: &str = "int n = nondet();\nint x = nondet();\nint a[n];\nbool found = false;\n\
    for (int i = 0; i < n; i++) {\n  if (a[i] == x) {\n    found = true;\n  }\n}\n\
    assert(found <==> (exists k in 0..n: a[k] == x));\n";

const REVERSED: &str = "int n = nondet();\nint a[n], b[n];\n\
    for (int i = 0; i < n; i++) {\n  b[n - 1 - i] = a[i];\n}\n\
    assert(forall i in 0..n: exists j in 0..n: b[j] == a[i]);\n";

const FILTERED: &str = "int n = nondet();\nint a[n], b[n];\nint m = 0;\n\
    for (int i = 0; i < n; i++) {\n  if (a[i] > 0) {\n    b[m] = a[i];\n    m++;\n  }\n}\n\
    assert(forall j in 0..m: exists i in 0..n: a[i] == b[j]);\n";

const SMALLEST: &str = "int n = nondet();\nassume(n > 0);\nint a[n];\nint m = a[0];\n\
    for (int i = 1; i < n; i++) {\n  m = min(m, a[i]);\n}\n\
    assert((exists k in 0..n: a[k] == m) && (forall k in 0..n: m <= a[k]));\n";

const SEARCH: &str = "int n = nondet();\nint x = nondet();\nint a[n];\nint i = 0;\n\
    while (i < n && a[i] != x) {\n  i++;\n}\nassert(i < n && n > 0 ==> exists k in 0..n: a[k] == x);\n";

const BY_NAME: &str = "int n = nondet();\nassume(n > 0);\nint a[n];\nint m = a[0];\n\
    for (int i = 1; i < n; i++) {\n  int x = a[i];\n  m = max(m, x);\n}\n\
    assert(exists k in 0..n: a[k] == m);\n";

const ASKED_BY_NAME: &str = "int n = nondet();\nint y = nondet();\nint a[n];\nbool found = false;\n\
    for (int i = 0; i < n; i++) {\n  int x = a[i];\n  if (x == y) {\n    found = true;\n  }\n}\n\
    assert(found ==> exists k in 0..n: a[k] == y);\n";

const TWO_LARGEST: &str = "int n = nondet();\nassume(n >= 2);\nint a[n];\nint first = a[0], second = a[1];\n\
    if (second > first) {\n  int t = first;\n  first = second;\n  second = t;\n}\n\
    for (int i = 2; i < n; i++) {\n  if (a[i] > first) {\n    second = first;\n    first = a[i];\n  } else if (a[i] > second) {\n    second = a[i];\n  }\n}\n\
    assert(exists k in 0..n: a[k] == second);\n";

const ALL_HOLD: &str = "int n = nondet();\nint a[n];\nbool all = true;\n\
    for (int i = 0; i < n; i++) {\n  if (a[i] < 0) {\n    all = false;\n  }\n}\n\
    assert(all <==> (forall k in 0..n: a[k] >= 0));\n";

const COUNTED: &str = "int n = nondet();
int a[n];
int c = 0;
\
    for (int i = 0; i < n; i++) {
  if (a[i] == 0) {
    c++;
  }
}
\
    assert(c > 0 ==> exists k in 0..n: a[k] == 0);
";

const ALL: [&str; 11] = [
    COUNTED,
    ALL_HOLD,
    MAXIMUM,
    FLAG,
    REVERSED,
    FILTERED,
    SMALLEST,
    SEARCH,
    BY_NAME,
    ASKED_BY_NAME,
    TWO_LARGEST,
];

fn typed(text: &str) -> TypedProgram {
    front_end(text, Options::default()).0.unwrap_or_else(|| panic!("{text}"))
}

/// All choices for a text, also those that runs speak against.
fn choices(text: &str) -> Vec<WitnessChoice> {
    let mut settings = Settings::default();
    settings.instrumenting.runs = 0;
    (settings.existence.tried, settings.existence.attempts) = (100, 100);
    let found = find_candidates(text, &parse(text).0, &settings);
    found.into_iter().flat_map(|(_, choices)| choices).collect()
}

#[test]
fn what_exists_is_found_where_the_program_came_upon_it() {
    for text in ALL {
        assert_eq!(solve_by(MethodChoice::Auto, text).verdict.name(), "certified", "{text}");
    }
}

/// More than one cell of a premise is needed beside what exists.
#[test]
fn premises_about_all_stay_as_they_are() {
    for claim in [
        "(forall k in 0..n: a[k] == 7) ==> (exists j in 0..n: a[j] == m && a[0] == a[n-1])",
        "(forall k in 0..n: b[k] == 1) && (forall k in 0..n: a[k] <= m) ==> (exists j in 0..n: a[j] == m)",
    ] {
        let text = MAXIMUM
            .replace("exists k in 0..n: a[k] == m", claim)
            .replace("int a[n];", "int a[n], b[n];");
        assert_eq!(solve_by(MethodChoice::Auto, &text).verdict.name(), "certified", "{text}");
    }
}

/// Variables beside what is followed, which also take over cells: none of them stands in the way.
#[test]
fn other_takers_do_no_harm() {
    let maximum = |declared: &str, round: &str| {
        MAXIMUM
            .replace("int m = a[0];", &format!("int m = a[0];\n{declared}"))
            .replace("  if (a[i] > m)", &format!("  {round}\n  if (a[i] > m)"))
    };
    for text in [
        // A truth value in a sum, and a declaration that another one in the same statement rests on.
        maximum(
            "int b[n];\nint count = 0, many = 0;",
            "bool seen = b[i] == 7;\n  count = count + (seen ? 1 : 0);\n  if (count > 3) { many = 1; }",
        ),
        maximum("int b[n];\nint t = 0;", "int j = i, v = b[j];\n  if (v > 2) { t = 1; }"),
        // The cell that was asked for outside counts, not what was compared inside.
        FLAG.replace("    found = true;", "    if (last != x) { found = true; }")
            .replace("bool found", "int last = x - 1;\nbool found")
            .replace("<==>", "==>"),
        // Of two variables the one that took its value from the array of the claim, whatever they are called.
        ASKED_BY_NAME.replace("int y = nondet();", "int b[];\nint y = b[0];"),
        ASKED_BY_NAME
            .replace("int y = nondet();", "int b[];\nint y = b[0];")
            .replace("int x =", "int z =")
            .replace("x == y", "y == z"),
    ] {
        let found = solve_by(MethodChoice::Auto, &text);
        assert_eq!(found.assertions.last().expect("a claim").verdict.name(), "certified", "{text}");
    }
}

#[test]
fn every_program_of_the_page_has_its_verdict() {
    let page = include_str!("../../../../docs/existence.md");
    assert_eq!(check_page(page, |text| solve_by(MethodChoice::Auto, text)), 3);
}

#[test]
fn what_does_not_exist_is_not_certified() {
    let wrong = [
        MAXIMUM.replace("m = a[i];", "m = a[i] + 1;"),
        MAXIMUM.replace("exists k in 0..n", "exists k in 1..n"),
        FLAG.replace("found = true", "found = i != 7"),
        FLAG.replace("i < n", "i < n - 1"),
        COUNTED.replace("c > 0", "c >= 0"),
        COUNTED.replace("a[i] == 0", "a[i] <= 0"),
        ALL_HOLD.replace("a[i] < 0", "a[i] < -1"),
        ALL_HOLD.replace("all = false", "all = i != 7"),
        REVERSED.replace("b[n - 1 - i]", "b[i / 2]"),
        FILTERED.replace("b[m] = a[i]", "b[m] = a[i] - 1"),
        SMALLEST.replace("int i = 1", "int i = 2"),
        BY_NAME.replace("int x = a[i]", "int x = a[i] + 1"),
        ASKED_BY_NAME.replace("x == y", "x >= y"),
        TWO_LARGEST.replace("second = first;", "second = first - 1;"),
    ];
    for text in wrong {
        assert_eq!(solve_by(MethodChoice::Auto, &text).verdict.name(), "buggy", "{text}");
    }
}

#[test]
fn a_place_is_taken_over_with_the_value() {
    let (tree, _) = parse(MAXIMUM);
    let claim = tree.body.iter().find(|s| matches!(s.kind, StmtKind::Assert(_)));
    let claim = claim.expect("an assertion").span;
    let choice = WitnessChoice { claim, witnesses: vec![Witness::Taken("m".into())] };
    let made = apply(&tree, &choice).expect("a program");
    let (text, _) = SourceMap::from_trees(&tree, &made);
    let expected = MAXIMUM
        .replace("int n = nondet", "int place_of_m = 0;\nint n = nondet")
        .replace("int m = a[0];", "place_of_m = 0;\nint m = a[0];")
        .replace("    m = a[i];", "    place_of_m = i;\n    m = a[i];")
        .replace(
            "exists k in 0..n: a[k] == m",
            "0 <= place_of_m && place_of_m < n && a[place_of_m] == m",
        );
    assert_eq!(text, expected);
}

/// The theorem, by running both programs: a run in which the stronger claim holds is one in which the claim
/// holds, and both make the same choices.
#[test]
fn the_stronger_claim_implies_the_claim() {
    let (mut held, mut stronger) = (0, 0);
    for text in ALL {
        let (tree, program) = (parse(text).0, typed(text));
        for choice in choices(text) {
            let Ok(made) = apply(&tree, &choice) else { continue };
            let Some(made) =
                front_end(&SourceMap::from_trees(&tree, &made).0, Options::default()).0
            else {
                continue;
            };
            for number in 0..60 {
                let mut small = SmallInputs::new(number);
                let trace = run(&program, &mut small, 2_000);
                let mut listed = ListedChoices::new(small.made.clone());
                let new = run(&made, &mut listed, 6_000);
                let kind = |end: &Option<End>| end.as_ref().map(std::mem::discriminant);
                assert_eq!(kind(&trace.end), kind(&new.end), "{text}{choice:?}");
                let claims = |trace: &hornbook_lang::interp::Trace| {
                    let steps = trace.steps.iter();
                    let claims = steps.filter_map(|step| match step.kind {
                        StepKind::Assert { value, .. } => Some(value),
                        _ => None,
                    });
                    claims.collect::<Vec<_>>()
                };
                let (old, new) = (claims(&trace), claims(&new));
                assert_eq!(old.len(), new.len(), "{text}{choice:?}");
                for (old, new) in old.into_iter().zip(new) {
                    assert!(new != Some(true) || old == Some(true), "{text}{choice:?}");
                    held += usize::from(old == Some(true));
                    stronger += usize::from(new == Some(true));
                }
            }
        }
    }
    assert!(held > stronger && stronger > 500, "{held} {stronger}");
}

#[test]
fn only_what_strengthens_a_claim_is_changed() {
    let count = |claim: &str| {
        let (tree, problems) = parse(&format!("int a[]; int n, x; bool b; assert({claim});"));
        assert!(problems.is_empty(), "{claim}");
        let claims = tree.body.iter().filter_map(|s| match &s.kind {
            StmtKind::Assert(cond) => Some(find_existentials(cond).len()),
            _ => None,
        });
        claims.sum::<usize>()
    };
    assert_eq!(count("exists k: a[k] == x"), 1);
    assert_eq!(count("!(exists k: a[k] == x)"), 0);
    assert_eq!(count("forall k: a[k] == x"), 0);
    assert_eq!(count("!(forall k: a[k] == x)"), 1, "it fails of something");
    assert_eq!(count("(forall k: a[k] == x) ==> b"), 1);
    assert_eq!(count("b ==> (forall k: a[k] == x)"), 0);
    assert_eq!(count("b <==> (forall k: a[k] == x)"), 1);
    let beside = "(forall k: a[k] == 1) ==> (exists k: a[k] == x)";
    assert_eq!(count(beside), 1, "premises stay as they are beside what exists");
    assert_eq!(count("(exists i in 0..n: forall j in 0..n: a[j] == i) ==> b"), 1);
    assert_eq!(count("(exists k: a[k] == x) ==> b"), 0);
    assert_eq!(count("b ==> (exists k: a[k] == x)"), 1);
    assert_eq!(count("b <==> (exists k: a[k] == x)"), 1);
    assert_eq!(count("(b ? (exists k: a[k] == x) : true)"), 0, "cases are left alone");
    assert_eq!(count("forall i in 0..n: exists j in 0..n: a[j] == i"), 1);
    assert_eq!(count("(exists j, k: a[j] == a[k]) || b"), 0, "several at once are left alone");
}

/// In a program of functions only, the ghost variables belong to `main`: outside they would be the program.
#[test]
fn main_stays_what_runs_first() {
    let text = format!("void main() {{\n{}}}\n", MAXIMUM);
    let wrong = text.replace("m = a[i];", "m = a[i] + 1;");
    assert_eq!(solve_by(MethodChoice::Auto, &wrong).verdict.name(), "buggy");
    for choice in choices(&text) {
        let made = apply(&parse(&text).0, &choice).expect("a program");
        assert_eq!(made.body.len(), 1, "{choice:?}");
    }
}

/// A call changes arrays: evaluated once more or once less, the claim would be about another state.
#[test]
fn claims_that_call_functions_are_left_alone() {
    let next = "int next(int a[]) { a[0] = a[0] + 1; return a[0]; }\nint a[];\na[0] = 0;\n";
    let fix = "bool fix(int a[]) { a[9] = 1; return a[1] == 5; }\nint a[];\na[1] = 5; a[9] = 0;\n";
    let texts = [
        format!("{next}assert(next(a) == 2 <==> exists k in 0..3: a[k] == 1 && k == 0);"),
        format!("{fix}assert((exists k in 0..3: a[k] == 5) || fix(a));"),
        format!("{fix}assert(fix(a) || a[2] == 0);\nassert(exists k in 0..10: a[k] == 1);"),
    ];
    for text in texts {
        let (tree, problems) = parse(&text);
        assert!(problems.is_empty(), "{problems:?}");
        let claims = tree.body.iter().filter(|s| matches!(s.kind, StmtKind::Assert(_)));
        for claim in claims.map(|s| s.span) {
            let witnesses = vec![Witness::Taken("a".into())];
            assert!(apply(&tree, &WitnessChoice { claim, witnesses }).is_err(), "{text}");
        }
    }
}
