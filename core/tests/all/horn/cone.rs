//! Which arrays can matter to which claims.

use hornbook_horn::cone::outside;
use hornbook_pipeline::{Choices, Input};

/// The arrays outside of the cone of each assertion, in the order of the clauses.
fn forgotten(program: &str) -> Vec<String> {
    let input = Input::program(program, &Choices::default());
    let system = input.system.unwrap_or_else(|| panic!("{:?}", input.diagnostics));
    let claims = system.clauses.iter().filter(|c| c.goal.is_claim());
    claims.map(|c| outside(&system, c).into_iter().collect::<Vec<_>>().join(" ")).collect()
}

#[test]
fn arrays_matter_through_copies_reads_and_guards() {
    let loop_with = |body: &str, after: &str| {
        format!(
            "int n = nondet(); int a[n]; int b[n]; int c[n]; int x = 0; int i = 0;
             while (i < n) {{ {body} i++; }} {after}"
        )
    };
    let keeps = "x = x + c[0]; a[0] = b[0];";
    for (body, after, expected) in [
        ("a[i] = 1;", "assert(a[0] == 1); assert(b[0] == c[0]);", vec!["b c", "a"]),
        ("a = b;", "assert(a[0] == c[0]); assert(c[0] == 0);", vec!["", "a b"]),
        ("a[i] = b[i];", "assert(a[0] == 0); assert(x == 0 || c[0] > 0);", vec!["c", "a b"]),
        // A number that is read from an array is kept, and so is what a branch depends on.
        (keeps, "assert(a[0] == 0);", vec![""]),
        ("if (b[i] > 0) { x = 1; }", "assert(x <= 1 && a[0] >= c[0]);", vec![""]),
        ("if (b[i] > 0) { x = 1; }", "assert(x <= 1);", vec!["a c"]),
        ("b = insert(a, i, 2);", "assert(sorted(b, 0, n)); assert(a == c);", vec!["c", "b"]),
    ] {
        assert_eq!(forgotten(&loop_with(body, after)), expected, "{body} {after}");
    }
}

#[test]
fn a_permutation_needs_the_old_array_and_sorting_does_not() {
    let program = "int n = nondet(); int a[n]; int before[] = a; int i = 1;
        while (i < n) { int v = a[i]; erase(a, i); insert(a, 0, v); i++; }
        assert(sorted(a, 0, n)); assert(permutation(a, before));";
    assert_eq!(forgotten(program), ["before", ""]);
}
