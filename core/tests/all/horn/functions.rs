//! Calls as clauses: the thesis' examples, and random programs with calls whose least models are held
//! against all of their runs.

use crate::support::calling::calling;
use crate::support::least_model::{violated_by_model, violated_by_runs};
use expect_test::{Expect, expect};
use hornbook_base::LineIndex;
use hornbook_corpus::dice::Dice;
use hornbook_encode::encode;
use hornbook_lang::calls::{Handling, apply_handling, choose_handling, rests_on};
use hornbook_lang::inline::unrolled;
use hornbook_lang::typed::{AssertId, TypedProgram};
use hornbook_lang::{Options, front_end};
use std::collections::BTreeSet;

fn program(text: &str) -> TypedProgram {
    let (program, diagnostics) = front_end(text, Options::default());
    program.unwrap_or_else(|| panic!("{text}\n{diagnostics:#?}"))
}

fn handle_calls(program: &TypedProgram, ways: &str) -> TypedProgram {
    apply_handling(program, &choose_handling(program, &ways.parse().expect("ways to handle calls")))
}

fn clauses(text: &str, ways: &str, expected: &Expect) {
    let system =
        encode(&handle_calls(&program(text), ways), &LineIndex::new(text)).expect("small steps");
    let lines: Vec<String> = system.clauses.iter().map(|clause| system.show(clause)).collect();
    expected.assert_eq(&(lines.join("\n") + "\n"));
}

/// T Example 3, with a call as in T Sec. 2.1.3.3.
const INIT: &str = "void array_init(int a[], int size) {
  int i = 0;
  while (i < size) {
    a[i] = 0;
    i = i + 1;
  }
}
int b[];
array_init(b, 5);
assert(b[0] == 0);";

#[test]
fn a_function_that_changes_an_array_keeps_what_it_was() {
    clauses(
        INIT,
        "modular",
        &expect![[r#"
        L8()
        L8() ==> L9(b')
        L9(b) ==> array_init(b, 5)
        L9(b) && array_init_end(b, 5, b') ==> L10(b')
        L10(b) ==> b[0] == 0
        L10(b) ==> end(b)
        array_init(a, size) ==> L2(a, size, a)
        L2(a, size, a_old) ==> L3(a, size, a_old, 0)
        L3(a, size, a_old, i) && i < size ==> L4(a, size, a_old, i)
        L4(a, size, a_old, i) ==> L5(a[i <- 0], size, a_old, i)
        L5(a, size, a_old, i) ==> L3(a, size, a_old, i + 1)
        L3(a, size, a_old, i) && i >= size ==> array_init_end(a_old, size, a)
    "#]],
    );
}

#[test]
fn a_function_that_is_written_out_takes_the_place_of_the_array() {
    clauses(
        INIT,
        "inline",
        &expect![[r#"
        L8()
        L8() ==> L9(b')
        L9(b) ==> L2(b, 5)
        L2(a, size) ==> L3(a, size, 0)
        L3(a, size, i) && i < size ==> L4(a, size, i)
        L4(a, size, i) ==> L5(a[i <- 0], size, i)
        L5(a, size, i) ==> L3(a, size, i + 1)
        L3(a, size, i) && i >= size ==> array_init_end(a, size)
        array_init_end(a, size) ==> L10(a)
        L10(b) ==> b[0] == 0
        L10(b) ==> end(b)
    "#]],
    );
}

/// T Example 2, with the call and the contract of T Sec. 2.1.3.3; numbers have no bounds here, so `max`
/// begins at the last cell.
const SEARCH: &str = "(bool, int) binary_search(int a[], int size, int v)
  requires sorted(a, 0, size);
  ensures result[0] ==> a[result[1]] == v;
{
  int min = 0;
  int max = size - 1;
  while (max >= min) {
    int mid = (max + min) / 2;
    if (a[mid] < v) min = mid + 1;
    else if (a[mid] == v) return (true, mid);
    else max = mid - 1;
  }
  return (false, 0);
}
int a[];
int n = nondet();
assume(sorted(a, 0, n));
bool b;
int i;
b, i = binary_search(a, n, 3);
assert(b ==> a[i] == 3);";

#[test]
fn a_summary_assumes_the_contract_at_the_call_and_claims_it_at_the_end() {
    clauses(
        SEARCH,
        "summary",
        &expect![[r#"
            L1()
            L1() && any ==> L1_2()
            L1_2() ==> L1_3(a')
            L1_3(a) ==> L1_4(a, size')
            L1_4(a, size) ==> L2(a, size, v')
            L2(a, size, v) && sorted(a, 0, size) ==> L1_5(a, size, v)
            L1_5(a, size, v) ==> binary_search(a, size, v)
            L1_6(a, size, v) ==> end()
            L1() && !any ==> L15()
            L15() ==> L16(a_2')
            L16(a_2) ==> L17(a_2, any)
            L17(a_2, n) && sorted(a_2, 0, n) ==> L18(a_2, n)
            L18(a_2, n) ==> L19(a_2, n, b')
            L19(a_2, n, b) ==> L20(a_2, n, b, i')
            L20(a_2, n, b, i) ==> sorted(a_2, 0, n)
            L20(a_2, n, b, i) && (b' ==> a_2[i'] == 3) ==> L21(a_2, n, b', i')
            L21(a_2, n, b, i) ==> b ==> a_2[i] == 3
            L21(a_2, n, b, i) ==> end()
            binary_search(a, size, v) ==> L5(a, size, v)
            L5(a, size, v) ==> L6(a, size, v, 0)
            L6(a, size, v, min) ==> L7(a, size, v, min, size - 1)
            L7(a, size, v, min, max) && max >= min ==> L8(a, size, v, min, max)
            L8(a, size, v, min, max) ==> L9(a, size, v, min, max, (max + min) / 2)
            L9(a, size, v, min, max, mid) && a[mid] < v ==> L9_2(a, size, v, min, max, mid)
            L9_2(a, size, v, min, max, mid) ==> L7(a, size, v, mid + 1, max)
            L9(a, size, v, min, max, mid) && a[mid] >= v ==> L10(a, size, v, min, max, mid)
            L10(a, size, v, min, max, mid) && a[mid] == v ==> L10_2(a, size, v, min, max, mid)
            L10_2(a, size, v, min, max, mid) ==> binary_search_end(a, size, v, true, mid)
            L10(a, size, v, min, max, mid) && a[mid] != v ==> L11(a, size, v, min, max, mid)
            L11(a, size, v, min, max, mid) ==> L7(a, size, v, min, mid - 1)
            L7(a, size, v, min, max) && max < min ==> L13(a, size, v, min, max)
            L13(a, size, v, min, max) ==> binary_search_end(a, size, v, false, 0)
            binary_search_end(a, size, v, result, result_1) ==> result ==> a[result_1] == v
        "#]],
    );
}

/// T Example 4.
const CHOOSE: &str = "int factorial(int n) {
  int res = 1;
  while (n > 0) { res = res * n; n--; }
  return res;
}
int n = nondet(0, 5);
int k = nondet(0, 5);
int num = factorial(n);
int bot1 = factorial(k);
int bot2 = factorial(n - k);
assert(num == bot1 * bot2);";

#[test]
fn each_call_that_is_written_out_has_variables_of_its_own() {
    clauses(
        CHOOSE,
        "inline",
        &expect![[r#"
            L6()
            L6() && 0 <= any && any < 5 ==> L7(any)
            L7(n_2) && 0 <= any && any < 5 ==> L8(n_2, any)
            L8(n_2, k) ==> L2(n_2, k, n_2)
            L2(n_2, k, n) ==> L3(n_2, k, n, 1)
            L3(n_2, k, n, res) && n > 0 ==> L3_2(n_2, k, n, res)
            L3_2(n_2, k, n, res) ==> L3_3(n_2, k, n, n * res)
            L3_3(n_2, k, n, res) ==> L3(n_2, k, n - 1, res)
            L3(n_2, k, n, res) && n <= 0 ==> L4(n_2, k, n, res)
            L4(n_2, k, n, res) ==> factorial_end(n_2, k, n, res)
            factorial_end(n_2, k, n, result) ==> L9(n_2, k, result)
            L9(n_2, k, num) ==> L2_2(n_2, k, num, k)
            L2_2(n_2, k, num, n_3) ==> L3_4(n_2, k, num, n_3, 1)
            L3_4(n_2, k, num, n_3, res_2) && n_3 > 0 ==> L3_5(n_2, k, num, n_3, res_2)
            L3_5(n_2, k, num, n_3, res_2) ==> L3_6(n_2, k, num, n_3, n_3 * res_2)
            L3_6(n_2, k, num, n_3, res_2) ==> L3_4(n_2, k, num, n_3 - 1, res_2)
            L3_4(n_2, k, num, n_3, res_2) && n_3 <= 0 ==> L4_2(n_2, k, num, n_3, res_2)
            L4_2(n_2, k, num, n_3, res_2) ==> factorial_end_2(n_2, k, num, n_3, res_2)
            factorial_end_2(n_2, k, num, n_3, result_2) ==> L10(n_2, k, num, result_2)
            L10(n_2, k, num, bot1) ==> L2_3(n_2, k, num, bot1, n_2 - k)
            L2_3(n_2, k, num, bot1, n_4) ==> L3_7(n_2, k, num, bot1, n_4, 1)
            L3_7(n_2, k, num, bot1, n_4, res_3) && n_4 > 0 ==> L3_8(n_2, k, num, bot1, n_4, res_3)
            L3_8(n_2, k, num, bot1, n_4, res_3) ==> L3_9(n_2, k, num, bot1, n_4, n_4 * res_3)
            L3_9(n_2, k, num, bot1, n_4, res_3) ==> L3_7(n_2, k, num, bot1, n_4 - 1, res_3)
            L3_7(n_2, k, num, bot1, n_4, res_3) && n_4 <= 0 ==> L4_3(n_2, k, num, bot1, n_4, res_3)
            L4_3(n_2, k, num, bot1, n_4, res_3) ==> factorial_end_3(n_2, k, num, bot1, n_4, res_3)
            factorial_end_3(n_2, k, num, bot1, n_4, result_3) ==> L11(n_2, k, num, bot1, result_3)
            L11(n_2, k, num, bot1, bot2) ==> num == bot1 * bot2
            L11(n_2, k, num, bot1, bot2) ==> end(n_2, k)
        "#]],
    );
}

/// What is violated in the least model of a program's clauses.
fn derived(program: &TypedProgram, text: &str) -> BTreeSet<AssertId> {
    violated_by_model(&encode(program, &LineIndex::new(text)).expect("small steps"))
}

#[test]
fn clauses_of_random_programs_with_calls_say_what_their_runs_do() {
    let mut dice = Dice::new(7);
    let (mut violated, mut rest, mut compared) = (0, 0, 0);
    for n in 0..150 {
        let text = calling(&mut dice);
        let program = program(&text);
        let runs = violated_by_runs(&program);
        violated += runs.len();
        for ways in ["inline", "modular", "f=modular,g=inline", "f=inline,g=modular"] {
            let handled = choose_handling(&program, &ways.parse().expect("ways to handle calls"));
            let exact = handled.iter().all(|h| h.handling != Handling::Summary);
            let program = handle_calls(&program, ways);
            assert_eq!(violated_by_runs(&program), runs, "{n}, {ways}: other runs\n{text}");
            if exact {
                compared += 1;
                assert_eq!(derived(&program, &text), runs, "{n}, {ways}: other clauses\n{text}");
            }
        }
        // No run has calls within each other more often than this.
        let deep = unrolled(&program, 6);
        assert_eq!(derived(&deep, &text), runs, "{n}: all written out\n{text}");
        let summary = handle_calls(&program, "summary");
        let derived = derived(&summary, &text);
        let rests_on = rests_on(&summary);
        for id in &runs {
            // A claim may hold by a contract that does not.
            let contract = rests_on.get(id).is_some_and(|all| !all.is_disjoint(&derived));
            rest += usize::from(contract && !derived.contains(id));
            assert!(derived.contains(id) || contract, "{n}: {id:?} is not found\n{text}");
        }
    }
    assert!(compared > 300, "{compared} comparisons are few");
    assert!(violated > 100, "{violated} violations are few");
    assert!(rest > 0, "no claim rests on a broken contract only");
}

#[test]
fn the_usual_way_depends_on_the_function() {
    let text = "int small(int x) { return x; }
int again(int n) { return n <= 0 ? 0 : again(n - 1); }
int promised(int x) ensures result == x; { return x; }
assert(small(1) + again(1) + promised(1) == 2);";
    let program = program(text);
    let ways = |chosen: &str| -> Vec<Handling> {
        let handled = choose_handling(&program, &chosen.parse().expect("ways"));
        handled.into_iter().map(|handled| handled.handling).collect()
    };
    use Handling::{Inline, Modular, Summary};
    assert_eq!(ways(""), [Inline, Modular, Summary]);
    assert_eq!(ways("inline"), [Inline, Modular, Inline]);
    assert_eq!(ways("summary"), [Inline, Modular, Summary]);
    assert_eq!(ways("modular,small=inline"), [Inline, Modular, Modular]);
    assert!("summary,f=twice".parse::<hornbook_lang::calls::ChosenHandling>().is_err());
}

/// Programs in which variables that one clause introduces could be taken for each other, and others
/// that were once wrong.
const TRAPS: [&str; 8] = [
    "int f(int x) ensures result == x + 1; { return x + 1; }
     int any = 1; any = f(nondet(0, 2)); assert(any == 0);",
    "int f(int x) { return x + 1; }
     int product = 1; int a = nondet(0, 2), b = nondet(0, 2); product = f(a * b); assert(product == 5);",
    "int f(int a[]) ensures ((a[0] == 0) ? 1 : 0) >= 0; ensures ((a[1] == 1) ? 1 : 0) >= 0; { return 0; }
     int a[] = const_array(0); int u = f(a); assert(u == 7);",
    "int f(int x, int y, int z) requires x == y * z; { return x; }
     int a = nondet(0, 3), b = nondet(0, 3), c = 1, d = 1; int r = f(a * b, c, d); assert(r < 9);",
    "int bad(int x) ensures result > x; { return x - 1; }
     int good(int x) ensures result == x; { return x; }
     void f(int x) { int y = good(x); assert(x > 0 && y == x); }
     int v = bad(1); f(v);",
    "int g(int a[]) { a[0] = 5; return 1; } void f(int a[], int i) { a[i] = 7; }
     int a[] = const_array(0); f(a, g(a)); assert(a[1] == 0); assert(a[1] == 7); assert(a[0] == 5);",
    "int f(int x) requires x >= 1; ensures result >= 1; { return x; }
     int y = f(nondet(0, 2)); assert(y >= 1);",
    "int f(int x) requires x >= 1; { assert(x >= 1); return x; }
     int y = f(nondet(0, 2)); assert(y >= 0);",
];

#[test]
fn every_violation_is_found_or_rests_on_one() {
    for text in TRAPS {
        let program = program(text);
        let runs = violated_by_runs(&program);
        for ways in ["", "inline", "modular", "summary", "summary,f=inline"] {
            let program = handle_calls(&program, ways);
            let derived = derived(&program, text);
            let rests_on = rests_on(&program);
            for id in &runs {
                let contract = rests_on.get(id).is_some_and(|all| !all.is_disjoint(&derived));
                assert!(derived.contains(id) || contract, "{ways}: {id:?} is not found\n{text}");
            }
        }
    }
}

#[test]
fn a_function_owes_nothing_to_callers_that_do_not_keep_their_side() {
    let text = TRAPS[6];
    let [ensures, requires, claim] = [0, 1, 2].map(AssertId);
    assert_eq!(violated_by_runs(&program(text)), BTreeSet::from([requires, claim]));
    for ways in ["inline", "modular", "summary"] {
        let derived = derived(&handle_calls(&program(text), ways), text);
        assert!(derived.contains(&requires) && !derived.contains(&ensures), "{ways}: {derived:?}");
    }
}

#[test]
fn accesses_behind_calls_are_not_checked_at_the_wrong_time() {
    let checked = |text: &str| front_end(text, Options { check_bounds: true });
    let head =
        "int g(int b[]) { b[0] = 1; return 0; } int a[3]; int b[2]; b[0] = 9; int i = nondet();";
    // Before the call it is checked there.
    let before = checked(&format!("{head} int x = a[b[0]] + g(b);")).0.expect("a program");
    assert_eq!(violated_by_runs(&before).len(), 1);
    for wrong in ["int x = g(b) + a[b[0]];", "int x = a[g(b)];", "if (g(b) == 0 && a[i] == 0) {}"] {
        let (program, diagnostics) = checked(&format!("{head} {wrong}"));
        assert!(program.is_none(), "{wrong}");
        assert!(diagnostics.iter().any(|d| d.message.contains("behind a call")), "{diagnostics:?}");
    }
}
