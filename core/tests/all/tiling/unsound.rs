//! Programs that look as if tiles could prove them.

use super::is_certified;
use hornbook_lang::ast::StmtKind;
use hornbook_lang::parse;
use hornbook_tasks::tiling::theorem::proof_with;
use hornbook_tiling::tiles::find_tiles;

/// Whether the conditions of the last assertion are all certified.
fn proved(text: &str) -> bool {
    let (tree, problems) = parse(text);
    assert!(problems.is_empty(), "{problems:?}");
    let claims = tree.body.iter().rev();
    let mut claims = claims.filter(|stmt| matches!(stmt.kind, StmtKind::Assert(_)));
    let claim = claims.next().expect("a claim").span;
    proof_with(&tree, claim, &find_tiles)
        .is_ok_and(|all| all.conditions.iter().all(|c| is_certified(&c.text)))
}

#[test]
fn wrong_claims_are_not_proved() {
    let fill = "for (int i = 0; i < n; i++) { a[i] = 1; }\n";
    let start = "int n = nondet(0, 9), a[];\n";
    assert!(proved(&format!("{start}{fill}assert(forall k in 0..n: a[k] == 1);\n")));
    for (text, claim) in [
        // A part of the claim is about no cells.
        ("int x = 4;\n", "(forall k in 0..n: a[k] == 1) && x == 3"),
        ("int x = 4;\n", "(forall k in 0..n: a[k] == 1) && (forall j, k: j == k)"),
        // A variable of the same name, inside.
        ("int x = 4;\n{ int x = 1; }\n", "forall k in 0..n: a[k] == x"),
        ("int x = 4;\nif (n >= 0) { int x = 1; }\n", "forall k in 0..n: a[k] == x"),
        // The variable of the quantifier is one of the program.
        ("int k = 1;\nint b[];\nb[2] = k;\n", "forall k in 0..n: b[2] == k"),
        // The array is another one afterwards.
        ("int b[];\na = b;\n", "forall k in 0..n: a[k] == 1"),
        // All of an array is one cell.
        ("int c[];\nc = a;\na[0] = 5;\n", "forall k in 0..n: a[k] >= 1 && c == a"),
        ("int s = sum(a, 0, 3);\na[n] = 7;\n", "forall k in 0..n: a[k] == 1 && sum(a, 0, 3) == s"),
        // Variables of formulas are other ones.
        (
            "int x = 0;\nint b[];\nx = 5;\n",
            "forall k in 0..n: a[k] == 1 && count(b, 0, 2, (x) -> x > 3) == count(b, 0, 2, (y) -> 5 > 3)",
        ),
        ("int x = 0 - 1;\nassume(forall x in 0..n: x >= 0);\n", "forall k in 0..n: a[k] == 2"),
        // An end of the range that depends on its variable is none.
        ("int k = nondet(0, 9);\n", "forall k: 0 <= k && k < k + 1 ==> a[k] == 1"),
        // A choice in the claim.
        ("", "forall k in 0..n: a[k] == nondet(1, 2)"),
    ] {
        let text = format!("{start}{fill}{text}assert({claim});\n");
        assert!(!proved(&text), "{text}");
    }
    // The header of a loop changes something else.
    let header = "int n = nondet(0, 9), a[], x = 1;\nint i;\n\
        for (int i = 0; i < n; i++) { a[i] = 1; }\n\
        for (i = 0, x = 3; i < n; i++) { }\nassert(forall k in 0..n: a[k] == x);\n";
    assert!(!proved(header));
}

#[test]
fn a_name_means_one_variable() {
    for text in [
        // An array, a scalar and a bound of the same name in a round that has a loop in it.
        "int n = nondet(1, 4), x, a[];\nfor (int i = 0; i < n; i++) { int a[]; a[i] = 1; \
            for (int j = 0; j < 1; j++) { x = j; } }\nassert(forall k in 0..n: a[k] == 1);\n",
        "int n = nondet(1, 4), t = 7, x;\nint a[], d[];\nfor (int p = 0; p < n; p++) { d[p] = t; }\n\
            for (int i = 0; i < n; i++) { a[i] = d[i] - t; int t = 3; d[i + 1] = t; \
            for (int j = 0; j < 1; j++) { x = j; } }\nassert(forall k in 0..n: a[k] == 0);\n",
        "int n = 2, m = nondet(1, 4);\nint a[][];\nfor (int x = 0; x < m; x++) { int i = n, n = 0; \
            assume(n == 0); while (i < n + 3) { a[x][i] = 1; i++; } }\n\
            assert(forall x2 in 0..m: forall y in 0..3: a[x2][y] == 1);\n",
        // A quantifier whose range speaks of another variable of the name that it binds.
        "int n = nondet(1, 4);\nint k = n;\nint a[];\n\
            for (int i = 0; i < n; i++) { a[i] = nondet(0, 3); }\nassert(forall k in 0..k: a[k] == 1);\n",
        "int n = nondet(3, 6);\nint a[];\na[5] = 2;\n\
            assert(forall k in 0..n: (k > 1 ==> forall k in 0..k: a[k + 5] == 1));\n",
    ] {
        assert!(!proved(text), "{text}");
    }
    // In scopes that have nothing to do with each other there may be two.
    let apart = "int n = nondet(1, 4), a[];\nfor (int i = 0; i < n; i++) { int t = 1; a[i] = t; }\n\
        for (int i = 0; i < n; i++) { int t = a[i]; a[i] = t + 1; }\n\
        assert(forall k in 0..n: a[k] == 2);\n";
    assert!(proved(apart));
}

/// What a round needs is changed by the counting of a loop in it, or its header.
#[test]
fn loops_in_rounds_count_with_variables() {
    for inner in
        ["for (j = 0; j < m; j++) { c[j] = 0; }", "j = 7; while (j < m) { c[j] = 0; j++; }"]
    {
        let text = format!(
            "int n = nondet(1, 4), m = nondet(8, 9);\nint j = 7;\nint a[], c[];\n\
            for (int i = 0; i < n; i++) {{ a[i] = j; {inner} }}\n\
            assert(forall k in 0..n: a[k] == 7);\n"
        );
        assert!(!proved(&text), "{text}");
    }
}
