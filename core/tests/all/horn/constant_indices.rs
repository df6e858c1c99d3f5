//! Arrays of which only cells at known places are accessed.

use hornbook_horn::constant_indices::{cells_together, constant_indices};
use hornbook_pipeline::{Choices, ChosenAbstraction, Input};

fn places(text: &str) -> String {
    let input = Input::program(text, &Choices::default());
    let system = input.system.unwrap_or_else(|| panic!("{:?}", input.diagnostics));
    let found = constant_indices(&system).into_iter().map(|(array, at)| {
        let at: Vec<String> = at.iter().map(ToString::to_string).collect();
        format!("{array}: {}", at.join(" "))
    });
    found.collect::<Vec<_>>().join(", ")
}

#[test]
fn arrays_with_known_places_are_found() {
    for (text, expected) in [
        ("int s[]; s[0] = 1; s[3] = s[0]; assert(s[3] == 1);", "s: 0 3"),
        ("int s[]; bool f[]; f[1] = s[-2] > 0; assert(f[1]);", "f: 1, s: -2"),
        ("int n, s[]; s[n] = 1; assert(s[0] == 1);", ""),
        ("int s[]; int i = 0; while (i < 3) { s[0] = s[0] + 1; i++; } assert(s[0] == 3);", "s: 0"),
        ("int s[]; int i = 0; while (i < 3) { s[i] = 0; i++; } assert(s[0] == 0);", ""),
        // Whole arrays are more than their cells.
        ("int s[], t[]; s[0] = 1; assert(s == t);", ""),
        ("int s[]; s[0] = 1; assert(forall k in 0..1: s[k] == 1);", ""),
        ("int s[]; s[0] = 1; assert(sorted(s, 0, 1));", ""),
        ("int s[], t[]; s[0] = 1; t = s; assert(t[1] == s[0]);", "s: 0 1, t: 0 1"),
        ("int s[]; s[0] = 1; s = fill(s, 0, 3, 2); assert(s[0] == 2);", ""),
        ("int m[][]; m[0][1] = 1; assert(m[0][1] == 1);", ""),
    ] {
        assert_eq!(places(text), expected, "{text}");
    }
    let many: String = (0..12).map(|n| format!("s[{n}] = {n}; ")).collect();
    assert_eq!(places(&format!("int s[]; {many} assert(s[3] == 3);")), "");
}

#[test]
fn cells_that_are_read_together_are_counted() {
    for (claim, expected) in
        [("a[0] == 1", 1), ("a[k] == a[k - 1] + a[k - 2]", 3), ("a[k] == b[k]", 1), ("k > 0", 0)]
    {
        let text = format!("int a[], b[]; int k; assert({claim});");
        let system = Input::program(&text, &Choices::default()).system.expect("a system");
        let claims = system.clauses.iter().filter(|c| c.goal.is_claim());
        assert_eq!(claims.map(cells_together).max(), Some(expected), "{claim}");
    }
}

/// Cells at known places are kept as they are beside whatever is tried for the other arrays.
#[test]
fn sums_in_cells_are_certified() {
    let text = "int n = nondet(); assume(n > 0); int a[n], s[2]; s[0] = 0; s[1] = 0;
        for (int i = 0; i < n; i++) { a[i] = s[0]; s[0]++; s[1] += 2; }
        assert(forall k in 0..n: a[k] == k); assert(s[1] == 2 * s[0]);";
    let choices = Choices::abstraction(ChosenAbstraction::Auto);
    let outcome = crate::support::verdicts::outcome(text, &choices, 20_000_000);
    assert_eq!(outcome.verdict.name(), "certified");
    assert!(outcome.abstraction.is_some_and(|name| name.contains(",s=first")));
}

/// A place has one cell only: what is kept of many places and several arrays is not cut off.
#[test]
fn many_places_of_several_arrays_are_kept() {
    let texts = [
        "int s[]; s[0] = 0; s[1] = 0; s[2] = 0; s[3] = 0; s[4] = 0;\n\
         for (int i = 0; i < 9; i++) { s[0]++; } assert(s[1] == 0);",
        "int s[], old[]; s[0] = 0; s[1] = 1; s[2] = 2;\n\
         for (int i = 0; i < 9; i++) { old = s; s[0] = old[1]; } assert(s[2] == 2);",
        "int s[], t[]; s[0] = 0; t[0] = 0;\n\
         for (int i = 0; i < 5; i++) { int u[] = s; s = t; t = u; s[1] = 0; } assert(s[0] == 0);",
    ];
    for text in texts {
        let choices = Choices::abstraction(ChosenAbstraction::Auto);
        let outcome = crate::support::verdicts::outcome(text, &choices, 20_000_000);
        assert_eq!(outcome.verdict.name(), "certified", "{text}");
    }
}
