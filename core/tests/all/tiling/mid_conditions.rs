//! What is said at the heads of loops.

use hornbook_lang::{parse, print};
use hornbook_tiling::mid_conditions::mid_conditions;

fn said(text: &str) -> Vec<String> {
    let (tree, problems) = parse(text);
    assert!(problems.is_empty(), "{problems:?}");
    mid_conditions(&tree).iter().map(|said| print::expr(&said.cond)).collect()
}

/// TI Fig. 4: a copy, and then a swap, with the condition between them.
#[test]
fn the_condition_between_a_copy_and_a_swap_is_found() {
    let text = "int s = nondet();\nint a[s], b[s], c[s];\n\
        for (int i = 0; i < s; i++) { c[i] = a[i]; }\n\
        for (int i = 0; i < s; i++) { int t = a[i]; a[i] = b[i]; b[i] = t; }\n\
        assert(forall k in 0..s: b[k] == c[k]);\n";
    assert_eq!(
        said(text),
        [
            "forall k2 in 0..i: a[k2] == c[k2]",
            "forall k2 in i..s: a[k2] == c[k2]",
            "forall k in 0..i: b[k] == c[k]",
        ]
    );
}

/// TI Fig. 1: four cells a round.
#[test]
fn a_tile_of_four_cells() {
    let text = "int n = nondet(), min = nondet();\nassume(n > 0 && n % 4 == 0);\nint v[n];\n\
        for (int i = 1; i <= n / 4; i++) { v[i*4-4] = 0; v[i*4-3] = 0; v[i*4-2] = 0; v[i*4-1] = 0; }\n\
        assert(forall k in 0..n: v[k] >= min || v[k] == 0);\n";
    assert_eq!(said(text), ["forall k in 0..n: k < 4 * i - 4 ==> v[k] >= min || v[k] == 0"]);
}

/// TI Fig. 3: a round writes the next cell, too, which is not in its tile.
#[test]
fn a_cell_that_the_next_round_writes_is_not_owned() {
    let text = "int n = nondet(), t = nondet();\nassume(n > 0);\nint a[n];\n\
        for (int l = 0; l < n; l++) {\n  if (l == 0 || l == n - 1) { a[l] = t; }\n  \
        else { if (a[l] < t) { a[l + 1] = a[l] + 1; a[l] = a[l - 1]; } }\n}\n\
        assert(forall i in 0..n: a[i] >= t);\n";
    let found = said(text);
    assert!(found.contains(&"forall i in 0..l: a[i] >= t".to_owned()), "{found:?}");
}

#[test]
fn rounds_that_go_down_or_by_steps() {
    let text = "int n = nondet();\nint a[], b[];\n\
        for (int i = n - 1; i >= 0; i--) { b[i] = a[n - 1 - i]; }\n\
        for (int i = 0; i < n; i += 2) { b[i] = b[i] + 1; }\n\
        assert(forall k in 0..n: k % 2 == 0 ==> b[k] == a[n - 1 - k] + 1);\n";
    let found = said(text);
    assert!(
        found.contains(
            &"forall k in 0..n: k < i ==> k % 2 == 0 ==> b[k] == a[n - 1 - k] + 1".to_owned()
        ) || found
            .contains(&"forall k in 0..i: k % 2 == 0 ==> b[k] == a[n - 1 - k] + 1".to_owned()),
        "{found:?}"
    );
}
