//! Lists of values, constants and typed quantifiers: what they mean.

use hornbook_lang::{Options, front_end, parse, print};

/// What the parser makes of a text, printed.
fn meaning(text: &str) -> String {
    let (tree, diagnostics) = parse(text);
    assert_eq!(diagnostics, [], "{text}");
    print::program(&tree)
}

fn messages(text: &str) -> Vec<String> {
    front_end(text, Options::default()).1.iter().map(|d| d.message.clone()).collect()
}

#[test]
fn a_list_is_an_assignment_to_each_cell() {
    for (text, expected) in [
        ("int a[2] = {1, x};", "int a[2];\na[0] = 1;\na[1] = x;\n"),
        ("int a[] = {1, 2,};", "int a[2];\na[0] = 1;\na[1] = 2;\n"),
        ("bool f[2] = {b};", "bool f[2];\nf[0] = b;\nf[1] = false;\n"),
        ("int a[n] = {7, 0};", "int a[n];\na[0] = 7;\nfill(a, 1, n, 0);\n"),
        ("bool f[n] = {};", "bool f[n];\nfill(f, 0, n, false);\n"),
        ("int a[500] = {0};", "int a[500];\nfill(a, 0, 500, 0);\n"),
        (
            "int m[][2] = {{1}, {}};",
            "int m[2][2];\nm[0][0] = 1;\nm[0][1] = 0;\nm[1][0] = 0;\nm[1][1] = 0;\n",
        ),
        ("if (c) int a[1] = {1};", "if (c) {\n  int a[1];\n  a[0] = 1;\n}\n"),
    ] {
        assert_eq!(meaning(text), expected, "{text}");
    }
}

#[test]
fn cells_have_their_values_before_what_is_declared_next() {
    let text = "const int x = 0, a[1] = {x}, b = a[0], c[1] = {b}, d;";
    let expected =
        "const int x = 0, a[1];\na[0] = x;\nconst int b = a[0], c[1];\nc[0] = b;\nconst int d;\n";
    assert_eq!(meaning(text), expected);
}

#[test]
fn a_bound_variable_may_have_its_type() {
    let typed = "assert(forall int j, int k in 0..9: exists int i: i < j + k);";
    assert_eq!(meaning(typed), meaning(&typed.replace("int ", "")));
}

#[test]
fn constants_keep_their_values() {
    assert_eq!(
        messages(
            "const int n = nondet();\nint a[n];\nassume(n > 0);\na[n - 1] = n;\nassert(a[n - 1] == n);"
        ),
        [""; 0]
    );
    // An inner variable of the same name is another one.
    assert_eq!(
        messages("const int n = 1;\n{ int n = 2; n++; assert(n == 3); }\nassert(n == 1);"),
        [""; 0]
    );
    for change in [
        "n = 2;",
        "n += 1;",
        "++n;",
        "havoc n;",
        "n, m = m, n;",
        "for (; m < 3; n++) {}",
        "n = f(1);",
    ] {
        let text = format!(
            "int f(int x) {{ return x; }}\nconst int n = 1;\nint m = f(n);\n{change}\nassert(m == n);"
        );
        assert_eq!(messages(&text), ["`n` is `const`: it keeps its value"], "{change}");
    }
}

#[test]
fn the_hint_of_an_inner_update_is_a_program_with_one_meaning() {
    for (text, hint) in [
        ("a[i++] = x;", "write `a[i] = x; i++;`"),
        ("x = a[--i];", "write `--i; x = a[i];`"),
        ("int y = i-- + 1;", "write `int y = i + 1; i--;`"),
        ("a[i++] = b[++j];", "write `j++; a[i] = b[j]; i++;`"),
        ("a[i++] = i;", "make it a statement of its own: `i++;`"),
        ("if (i++ < 2) { x = 1; }", "make it a statement of its own: `i++;`"),
    ] {
        let hints = parse(text).1.into_iter().flat_map(|d| d.hints).collect::<Vec<_>>();
        let hint = hint.replace("`--i;", "`i--;");
        assert!(!hints.is_empty() && hints.iter().all(|h| *h == hint), "{text}: {hints:?}");
    }
}
