//! What people read about programs with mistakes. `UPDATE_EXPECT=1 cargo test` rewrites the
//! expected texts.

use expect_test::{Expect, expect};
use hornbook_base::LineIndex;
use hornbook_lang::{Options, front_end};

// Taken by value because that is how `expect!` is used.
#[allow(clippy::needless_pass_by_value)]
fn check(text: &str, expected: Expect) {
    let lines = LineIndex::new(text);
    let diagnostics = front_end(text, Options::default()).1;
    let shown: Vec<String> = diagnostics.iter().map(|d| d.render("t.hb", &lines)).collect();
    expected.assert_eq(&shown.concat());
}

#[test]
fn a_missing_semicolon_is_reported_where_it_is_missing() {
    check(
        r#"int x = 1
x = 2;
assert(x == 2)"#,
        expect![[r#"
            t.hb:1:10: error: a `;` is missing here
              1 | int x = 1
                |          ^
            t.hb:3:15: error: a `;` is missing here
              3 | assert(x == 2)
                |               ^
        "#]],
    );
}

#[test]
fn comparing_and_assigning_are_told_apart() {
    check(
        r#"int x;
if (x = 1) { x == 2; }
assert(x > 0);"#,
        expect![[r#"
            t.hb:2:7: error: `=` cannot stand inside an expression: it assigns
              2 | if (x = 1) { x == 2; }
                |       ^
              hint: use `==` to compare
            t.hb:2:16: error: `==` compares; this statement does nothing
              2 | if (x = 1) { x == 2; }
                |                ^^
              hint: use `=` to assign
        "#]],
    );
}

#[test]
fn an_unknown_name_is_reported_once_with_a_suggestion() {
    check(
        r#"int count;
assert(cuont > 0);
assert(cuont < 9);
assert(total == 1);"#,
        expect![[r#"
            t.hb:2:8: error: there is no variable `cuont` here
              2 | assert(cuont > 0);
                |        ^^^^^
              hint: did you mean `count`?
            t.hb:4:8: error: there is no variable `total` here
              4 | assert(total == 1);
                |        ^^^^^
              hint: declare it first, as in `int total;`
        "#]],
    );
}

#[test]
fn a_name_is_unknown_after_its_block() {
    check(
        r#"int n;
for (int i = 0; i < n; i++) { ; }
assert(i == n);"#,
        expect![[r#"
            t.hb:3:8: error: there is no variable `i` here
              3 | assert(i == n);
                |        ^
              note: 2:10: this `i` exists only inside its block
              hint: declare it before the block
        "#]],
    );
}

#[test]
fn a_second_declaration_shows_the_first() {
    check(
        r#"int x;
int y, x;
{ int x; }
assert(x == y);"#,
        expect![[r#"
            t.hb:2:8: error: `x` is declared twice in the same block
              2 | int y, x;
                |        ^
              note: 1:5: the first declaration is here
              hint: leave out the type to give the first one a new value, or choose another name
        "#]],
    );
}

#[test]
fn numbers_are_no_conditions() {
    check(
        r#"int x;
bool b = 0;
if (x) { b = x + 1; }
while (!x) { x = b; }
assert(b == x);
assert(b + 1 < true);"#,
        expect![[r#"
            t.hb:2:10: error: a truth value (bool) is needed here, but this is a number (int)
              2 | bool b = 0;
                |          ^
              hint: write `false`
            t.hb:3:5: error: a truth value (bool) is needed here, but this is a number (int)
              3 | if (x) { b = x + 1; }
                |     ^
              hint: compare it, as in `x != 0`
            t.hb:3:14: error: a truth value (bool) is needed here, but this is a number (int)
              3 | if (x) { b = x + 1; }
                |              ^^^^^
            t.hb:4:9: error: a truth value (bool) is needed here, but this is a number (int)
              4 | while (!x) { x = b; }
                |         ^
              hint: compare it, as in `x != 0`
            t.hb:4:18: error: a number (int) is needed here, but this is a truth value (bool)
              4 | while (!x) { x = b; }
                |                  ^
            t.hb:5:8: error: `==` compares a truth value (bool) with a number (int)
              5 | assert(b == x);
                |        ^^^^^^
            t.hb:6:8: error: a number (int) is needed here, but this is a truth value (bool)
              6 | assert(b + 1 < true);
                |        ^
            t.hb:6:16: error: a number (int) is needed here, but this is a truth value (bool)
              6 | assert(b + 1 < true);
                |                ^^^^
        "#]],
    );
}

#[test]
fn products_and_quotients_of_unknowns_are_taken() {
    check(
        r#"int x, y;
x = x * y;
x *= 2 * 3;
x = x / y;
x = x % (1 - 1);
assert(x * (3 - 1) == 0);"#,
        expect![[r#"
            t.hb:5:10: error: this divides by zero
              5 | x = x % (1 - 1);
                |          ^^^^^
        "#]],
    );
}

#[test]
fn arrays_are_not_values() {
    check(
        r#"int n, a[n], b[n];
a = b;
n = a;
a++;
n[0] = 1;
a[true] = a[0][1];
int c[] = b;
assert((n + 1)[0] == 0);"#,
        expect![[r#"
            t.hb:3:5: error: `a` is an array; a value is needed here
              3 | n = a;
                |     ^
              hint: name one of its cells: `a[i]`
            t.hb:4:1: error: `a` is an array, not a number
              4 | a++;
                | ^
              hint: name a cell: `a[i]`
            t.hb:5:1: error: `n` is a number (int), not an array
              5 | n[0] = 1;
                | ^
            t.hb:6:3: error: a number (int) is needed here, but this is a truth value (bool)
              6 | a[true] = a[0][1];
                |   ^^^^
            t.hb:6:11: error: `a` takes one index, but here are two
              6 | a[true] = a[0][1];
                |           ^^^^
            t.hb:8:8: error: only an array has cells
              8 | assert((n + 1)[0] == 0);
                |        ^^^^^^^
        "#]],
    );
}

#[test]
fn what_does_not_exist_yet_is_said_once() {
    check(
        r#"int n;
int main() { n = 1; return n; }
while (true) { if (n > 3) break; n = f(n, 1); }
n = n > 0 ? 1 : 2;
bool flags[n];
int v[] = {1, 2, 3};
do { n--; } while (n > 0);
assert(n == 0);"#,
        expect![[r#"
            t.hb:2:14: error: there is no variable `n` here
              2 | int main() { n = 1; return n; }
                |              ^
              hint: a function sees its parameters only: give it this one as well
            t.hb:3:38: error: there is no function `f`
              3 | while (true) { if (n > 3) break; n = f(n, 1); }
                |                                      ^
              hint: write one, as in `int f(int x) { return x; }`
              hint: the functions are min, max, abs, len, const_array, insert, erase, fill, sub_array, sorted, bound_eq, permutation, sum, count, forall, exists
        "#]],
    );
}

#[test]
fn matrices_are_reported_once() {
    check(
        r#"int a[2][3];
a[0][1] = 5;
assert(a[0][1] == 5);"#,
        expect![""],
    );
}

#[test]
fn quantifiers_stay_in_claims() {
    check(
        r#"int n, a[n];
bool b = forall k: a[k] == 0;
if (exists k in 0..n: a[k] > n) { n = 0; }
assert(forall k, k: a[k] == nondet());
assert(forall int k: k);
assert(forall k a[k] == 0);"#,
        expect![[r#"
            t.hb:4:18: error: `k` is bound twice
              4 | assert(forall k, k: a[k] == nondet());
                |                  ^
            t.hb:4:29: error: `nondet()` cannot stand inside a quantified formula
              4 | assert(forall k, k: a[k] == nondet());
                |                             ^^^^^^^^
              hint: choose the value first: `int v = nondet();`
            t.hb:5:22: error: a truth value (bool) is needed here, but this is a number (int)
              5 | assert(forall int k: k);
                |                      ^
              hint: compare it, as in `k != 0`
            t.hb:6:17: error: a `:` is needed before the formula, but this is `a`
              6 | assert(forall k a[k] == 0);
                |                 ^
        "#]],
    );
}

#[test]
fn nondet_is_not_doubled() {
    check(
        r#"int x, a[];
assert(0 < nondet() < x);
a[nondet()] += 1;
x = nondet;
x = nondet(1, 2);
assert(nondet() || x == nondet());"#,
        expect![[r#"
            t.hb:2:12: error: `nondet()` cannot stand in the middle of a chain
              2 | assert(0 < nondet() < x);
                |            ^^^^^^^^
              hint: choose the value first: `int v = nondet();`
            t.hb:3:1: error: this would choose two indices: one to read and one to write
              3 | a[nondet()] += 1;
                | ^^^^^^^^^^^
              hint: choose the index first: `int i = nondet();`
            t.hb:4:5: error: `nondet` needs its parentheses
              4 | x = nondet;
                |     ^^^^^^
              hint: write `nondet()`
        "#]],
    );
}

#[test]
fn signs_of_other_languages_are_translated() {
    check(
        r#"int n, a[n];
assert(∀k: 0 ≤ k & k < n => a[k] ≠ 0);
n := n + 1;
assert(n > 0 and n < 9 or n === 3);"#,
        expect![[r#"
            t.hb:2:8: error: `∀` is not part of the language
              2 | assert(∀k: 0 ≤ k & k < n => a[k] ≠ 0);
                |        ^
              hint: write `forall`
            t.hb:2:14: error: `≤` is not part of the language
              2 | assert(∀k: 0 ≤ k & k < n => a[k] ≠ 0);
                |              ^
              hint: write `<=`
            t.hb:2:18: error: `&` is not part of the language
              2 | assert(∀k: 0 ≤ k & k < n => a[k] ≠ 0);
                |                  ^
              hint: write `&&`
            t.hb:2:26: error: `=>` is not part of the language
              2 | assert(∀k: 0 ≤ k & k < n => a[k] ≠ 0);
                |                          ^^
              hint: write `==>`
              hint: "greater or equal" is written `>=`
            t.hb:2:34: error: `≠` is not part of the language
              2 | assert(∀k: 0 ≤ k & k < n => a[k] ≠ 0);
                |                                  ^
              hint: write `!=`
            t.hb:3:3: error: `:=` is not part of the language
              3 | n := n + 1;
                |   ^^
              hint: write `=`
            t.hb:4:14: error: `and` is not an operator
              4 | assert(n > 0 and n < 9 or n === 3);
                |              ^^^
              hint: write `&&`
            t.hb:4:24: error: `or` is not an operator
              4 | assert(n > 0 and n < 9 or n === 3);
                |                        ^^
              hint: write `||`
            t.hb:4:29: error: `===` is not part of the language
              4 | assert(n > 0 and n < 9 or n === 3);
                |                             ^^^
              hint: write `==`
        "#]],
    );
}

#[test]
fn strange_characters() {
    check(
        r#"int x = 3 @@ 4;
int y = 1.5;
int z = 2x;
x = "text";
int ß = 1;
assert(x == y);
/* no end"#,
        expect![[r#"
            t.hb:1:11: error: `@@` is not part of the language
              1 | int x = 3 @@ 4;
                |           ^^
            t.hb:2:9: error: there are only whole numbers
              2 | int y = 1.5;
                |         ^^^
            t.hb:3:9: error: `2x` is neither a number nor a name
              3 | int z = 2x;
                |         ^^
              hint: a name starts with a letter, and a product needs its `*`
            t.hb:4:5: error: there are no texts or characters, only int and bool
              4 | x = "text";
                |     ^^^^^^
            t.hb:5:5: error: `ß` is not part of the language
              5 | int ß = 1;
                |     ^
              hint: names are made of the letters a to z, digits and `_`
            t.hb:7:1: error: this comment has no end
              7 | /* no end
                | ^^
              hint: a comment that starts with `/*` ends with `*/`
        "#]],
    );
}

#[test]
fn types_of_other_languages() {
    check(
        r#"float f = 1;
unsigned int u;
int[] a;
int *p;
int if = 3;
assert(f + u + a[0] > 0);"#,
        expect![[r#"
            t.hb:1:1: error: there is no type `float`
              1 | float f = 1;
                | ^^^^^
              hint: the types are `int` and `bool`
            t.hb:2:1: error: there is no type `unsigned`
              2 | unsigned int u;
                | ^^^^^^^^
              hint: the types are `int` and `bool`
            t.hb:3:4: error: the brackets stand after the name
              3 | int[] a;
                |    ^
              hint: write `int a[n];`
            t.hb:4:5: error: there are no pointers
              4 | int *p;
                |     ^
              hint: an array is declared as `int a[n];`
            t.hb:5:5: error: `if` is a word of the language and cannot be a name
              5 | int if = 3;
                |     ^^
        "#]],
    );
}

#[test]
fn increments_are_statements() {
    check(
        r#"int i, a[];
a[i++] = 1;
i = --i + 1;
i + 1;
i;
++i;
3 = i;
assert(a[0] == i);"#,
        expect![[r#"
            t.hb:2:4: error: `++` cannot stand inside an expression
              2 | a[i++] = 1;
                |    ^^
              hint: write `a[i] = 1; i++;`
            t.hb:3:5: error: `--` cannot stand inside an expression
              3 | i = --i + 1;
                |     ^^
              hint: make it a statement of its own: `i--;`
            t.hb:4:1: error: this statement does nothing
              4 | i + 1;
                | ^
              hint: a statement changes a variable, as in `x = 1;`
            t.hb:5:1: error: this statement does nothing
              5 | i;
                | ^
              hint: a statement changes a variable, as in `x = 1;`
            t.hb:7:1: error: no statement starts with `3`
              7 | 3 = i;
                | ^
        "#]],
    );
}

#[test]
fn unbalanced_brackets() {
    check(
        r#"int x;
if (x > 0 { x = 1; }
x = (1 + 2;
while x > 0 { x--; }
} else { x = 0; }
assert(x == 0);
{ x = 1;"#,
        expect![[r#"
            t.hb:2:11: error: a `)` is missing after the condition, but this is `{`
              2 | if (x > 0 { x = 1; }
                |           ^
            t.hb:3:11: error: a `)` is missing here, but this is `;`
              3 | x = (1 + 2;
                |           ^
            t.hb:4:7: error: `while` needs a condition in parentheses, but this is `x`
              4 | while x > 0 { x--; }
                |       ^
            t.hb:5:1: error: this `}` has no `{` that it could close
              5 | } else { x = 0; }
                | ^
            t.hb:5:3: error: this `else` has no `if` before it
              5 | } else { x = 0; }
                |   ^^^^
            t.hb:7:9: error: a `}` is missing at the end of the program
              7 | { x = 1;
                |         ^
              note: 7:1: this `{` is never closed
        "#]],
    );
}

#[test]
fn missing_operands() {
    check(
        r#"int x = ;
x = 1 + ;
assert();
x = 2 3;
for (x = 0 x < 3, x++) { ; }
assert(x > 0) x = 1;
x = 1 +* 2;"#,
        expect![[r#"
            t.hb:1:9: error: a value is missing before `;`
              1 | int x = ;
                |         ^
            t.hb:2:9: error: a value is missing before `;`
              2 | x = 1 + ;
                |         ^
            t.hb:3:8: error: a value is missing before `)`
              3 | assert();
                |        ^
            t.hb:4:6: error: a `;` is missing here
              4 | x = 2 3;
                |      ^
            t.hb:5:12: error: a `;` is missing after the start of the `for`, but this is `x`
              5 | for (x = 0 x < 3, x++) { ; }
                |            ^
            t.hb:6:14: error: a `;` is missing here
              6 | assert(x > 0) x = 1;
                |              ^
            t.hb:7:8: error: a value is missing before `*`
              7 | x = 1 +* 2;
                |        ^
        "#]],
    );
}

#[test]
fn warnings_about_what_does_nothing() {
    check(
        r#"int unused, written, _known, i = 0;
written = 3;
written++;
while (i < 3);
{ i++; }
while (false) { i = 1; }
assert(true);
assert(forall k: i > 2);"#,
        expect![[r#"
            t.hb:1:5: warning: `unused` is never used
              1 | int unused, written, _known, i = 0;
                |     ^^^^^^
            t.hb:1:13: warning: `written` is given values, but they are never read
              1 | int unused, written, _known, i = 0;
                |             ^^^^^^^
            t.hb:4:8: warning: this loop never ends once it has begun
              4 | while (i < 3);
                |        ^^^^^
              hint: nothing in it changes what its condition asks: is a step missing, as in `i++`?
            t.hb:4:14: warning: this `;` is the whole body of the `while`
              4 | while (i < 3);
                |              ^
              hint: leave out the `;` if the next statement is the body
            t.hb:6:8: warning: this condition never holds: the loop does nothing
              6 | while (false) { i = 1; }
                |        ^^^^^
            t.hb:7:1: warning: this assertion always holds: nothing is checked
              7 | assert(true);
                | ^^^^^^^^^^^^^
            t.hb:8:15: warning: `k` is never used
              8 | assert(forall k: i > 2);
                |               ^
        "#]],
    );
}

#[test]
fn a_program_without_assertions() {
    check(
        r#"int x = 1;
x = x + 1;
"#,
        expect![[r#"
            t.hb:3:1: warning: there is nothing to check: no assertion
              3 | 
                | ^
              hint: say what should hold, as in `assert(x >= 0);`
        "#]],
    );
}

#[test]
fn deep_nesting_is_one_error() {
    let text = format!("int x = {}1{};\nassert(y == 1);", "(".repeat(300), ")".repeat(300));
    let messages: Vec<String> =
        front_end(&text, Options::default()).1.into_iter().map(|d| d.message).collect();
    assert_eq!(
        messages,
        ["this is nested too deeply (over 256 levels)", "there is no variable `y` here"]
    );
}

#[test]
fn words_of_other_languages_lead_to_those_of_this_one() {
    let hints = |text: &str| -> Vec<String> {
        front_end(text, Options::default()).1.into_iter().flat_map(|d| d.hints).collect()
    };
    let words = [
        ("invariant", "assert(c);"),
        ("loop_invariant", "invariant c;"),
        ("maintaining", "invariant c;"),
        ("variant", "decreases e;"),
        ("requires", "assume(c);"),
        ("require", "assume(c);"),
        ("ensures", "assert(c);"),
        ("ensure", "assert(c);"),
    ];
    for (word, instead) in words {
        for text in [format!("int n; {word} n > 0;"), format!("int n; {word}(n > 0);")] {
            let hints = hints(&text);
            assert!(hints.len() == 1 && hints[0].contains(instead), "{text}: {hints:?}");
        }
    }
}
