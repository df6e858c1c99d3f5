//! Ghost variables for the cells that loops compare: what is certified with them, and where they are kept right.

use crate::support::verdicts::outcome;
use hornbook_lang::interp::{ListedChoices, run};
use hornbook_lang::{Options, front_end, parse, print};
use hornbook_pipeline::{Choices, MethodChoice};
use hornbook_records::{Outcome, Verdict};
use hornbook_tasks::method_result::ProofKind;
use hornbook_tasks::mirrors::add_mirrors;

fn solve(text: &str) -> Outcome {
    let choices = Choices { method: Some(MethodChoice::Auto), ..Choices::default() };
    outcome(text, &choices, 8_000_000)
}

const ENDS: &str = "int n = nondet();
assume(n > 0);
int a[n];
int x = 0, y = n - 1;
while (x != y) { if (a[x] <= a[y]) { x++; } else { y--; } }
assert(forall k in 0..n: a[k] <= a[x]);";

#[test]
fn the_largest_stays_at_one_of_two_ends() {
    let right = [
        ENDS.to_owned(),
        ENDS.replace("x != y", "x < y").replace("a[x] <= a[y]", "a[y] > a[x]"),
        ENDS.replace("a[x] <= a[y]", "a[x] >= a[y]").replace("a[k] <= a[x]", "a[x] <= a[k]"),
    ];
    for text in right {
        let outcome = solve(&text);
        assert_eq!(outcome.verdict, Verdict::Certified, "{text}");
        assert_eq!(outcome.assertions[0].proof, Some(ProofKind::GhostVariables));
    }
    let wrong = [
        ENDS.replace("x++", "y--").replace("else { y--; }", "else { x++; }"),
        ENDS.replace("forall k in 0..n: a[k] <=", "forall k in 0..n: k == x || a[k] <"),
    ];
    for text in wrong {
        assert_eq!(solve(&text).verdict.name(), "buggy", "{text}");
    }
}

/// Each variable has the value of its cell wherever both can be named, and nothing else changes.
#[test]
fn the_variables_are_kept_right() {
    let programs = [
        (
            "int a[]; int x = 0, y = 5; while (x < y) { if (a[x] <= a[y]) { x++; a[y] = x; } else { y--; } HERE } HERE",
            2,
        ),
        (
            "int a[]; int y = 0; for (int x = 0; x < 4; x++) { HERE if (a[x] < a[y]) { y = x; continue; } a[x], y = 2, 1; HERE }",
            2,
        ),
        (
            "int a[]; int x, y; x, y = 1, 2; do { if (a[x] > a[y]) { havoc x, a[1]; HERE } a = const_array(3); y++; HERE } while (y < 4);",
            2,
        ),
        ("int a[]; int x = 1, y = 2; while (a[x] != a[y]) { x++; HERE } HERE", 2),
    ];
    for (program, count) in programs {
        let (tree, _) = parse(&program.replace("HERE", ""));
        let with = add_mirrors(&tree).expect("cells are compared");
        let text = print::program(&with);
        assert_eq!(text.matches("int a_at_").count(), count, "{text}");
        // The claims stand where they stood, behind what was added there.
        let (claimed, _) =
            parse(&program.replace("HERE", "assert(a_at_x == a[x] && a_at_y == a[y]);"));
        let claimed = print::program(&add_mirrors(&claimed).expect("the same cells"));
        let typed =
            front_end(&claimed, Options::default()).0.unwrap_or_else(|| panic!("{claimed}"));
        let trace = run(&typed, &mut ListedChoices::default(), 1_000);
        assert!(trace.failed.is_empty() && !trace.steps.is_empty(), "{claimed}");
    }
    let alone = "int a[], b[]; int x = 0; while (a[x] < b[x]) { if (a[x] < a[x + 1]) { x++; } }";
    assert!(add_mirrors(&parse(alone).0).is_none());
}
