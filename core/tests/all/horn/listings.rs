//! The thesis' listings with calls: the clauses of their calls against T Sec. 2.1.3.3, T Example 5 and T
//! Table 2.3, and runs of the listings as they are printed and as they must be meant.

use crate::support::front::typed;
use expect_test::{Expect, expect};
use hornbook_base::{LineIndex, Span};
use hornbook_encode::encode;
use hornbook_horn::System;
use hornbook_horn::blocks::large_blocks;
use hornbook_horn::classify::ClauseClass;
use hornbook_horn::clause::Instruction::{Call, Contract, Ensures, Requires};
use hornbook_lang::Options;
use hornbook_lang::calls::{apply_handling, choose_handling};
use hornbook_lang::interp::{End, ListedChoices, run};
use std::collections::BTreeSet;

fn system(text: &str, ways: &str) -> System {
    let program = typed(text, Options::default());
    let handled = choose_handling(&program, &ways.parse().expect("ways to handle calls"));
    encode(&apply_handling(&program, &handled), &LineIndex::new(text)).expect("small steps")
}

/// The clauses of calls and contracts, and those at the beginning and the end of functions, each with
/// its type as T Table 2.3 has it.
fn calls(text: &str, ways: &str, expected: &Expect) {
    let system = system(text, ways);
    let program = typed(text, Options::default());
    let names: Vec<&str> = program.functions.iter().map(|f| f.name.as_str()).collect();
    let mut lines = String::new();
    for clause in &system.clauses {
        let (shown, kind) = (system.show(clause), clause.origin.instruction);
        let is_named = |name: &&str| {
            shown.contains(&format!("{name}(")) || shown.contains(&format!("{name}_end"))
        };
        if matches!(kind, Call | Contract | Ensures | Requires) || names.iter().any(is_named) {
            lines += &format!("{}: {shown}\n", ClauseClass::from_clause(clause).words().join(" "));
        }
    }
    expected.assert_eq(&lines);
}

/// The claims that fail when the statements run behind the functions, as they are written; arrays are
/// full of zeros at first.
fn failing(functions: &[&str], statements: &str) -> Vec<String> {
    let text = functions.concat() + statements;
    let program = typed(&text, Options::default());
    let trace = run(&program, &mut ListedChoices::new(vec![]), 2_000);
    assert_eq!(trace.end, Some(End::Finished), "{text}");
    let words = |span: Span| text[span.start as usize..span.end as usize].to_owned();
    let mut claims: Vec<String> =
        trace.failed.iter().map(|(id, _)| words(program.assert_span(*id))).collect();
    claims.dedup();
    claims
}

const NONE: [&str; 0] = [];

/// T Listing 1.2, as it stands there and in T Example 2.
const SEARCH_PRINTED: &str = "(bool, int) binary_search(int a[], int size, int v)
  requires sorted(a, 0, size);
  ensures result[0] ==> a[result[1]] == v;
{
  int min = 0;
  int max = size;
  while (max >= min) {
    int mid = (max + min) / 2;
    if (a[mid] > v) min = mid + 1;
    else if (a[mid] == v) return (true, mid);
    else max = mid - 1;
  }
  return (false, 0);
}
";

fn search() -> String {
    SEARCH_PRINTED.replace("max = size;", "max = size - 1;").replace("a[mid] > v", "a[mid] < v")
}

const FIND: &str = "int a[];
int n = nondet();
assume(sorted(a, 0, n));
bool b;
int i;
b, i = binary_search(a, n, 3);
assert(b ==> a[i] == 3);";

#[test]
fn a_search_as_a_relation() {
    calls(
        &(search() + FIND),
        "modular",
        &expect![[r#"
        linear trivial: L1_5(a, size, v) ==> binary_search(a, size, v)
        linear assertion complex: L20(a_2, n, b, i) ==> sorted(a_2, 0, n)
        linear trivial: L20(a_2, n, b, i) ==> binary_search(a_2, n, 3)
        non-linear trivial: L20(a_2, n, b, i) && binary_search_end(a_2, n, 3, b', i') ==> L21(a_2, n, b', i')
        linear trivial: binary_search(a, size, v) ==> L5(a, size, v)
        linear trivial: L10_2(a, size, v, min, max, mid) ==> binary_search_end(a, size, v, true, mid)
        linear trivial: L13(a, size, v, min, max) ==> binary_search_end(a, size, v, false, 0)
        linear assertion complex: binary_search_end(a, size, v, result, result_1) && sorted(a, 0, size) ==> result ==> a[result_1] == v
    "#]],
    );
}

#[test]
fn a_search_that_is_written_out() {
    calls(
        &(search() + FIND),
        "inline",
        &expect![[r#"
            linear trivial: L1_5(a, size, v) ==> L5(size, v, a, size, v)
            linear trivial: L10_2(size, v, a_3, size_2, v_2, min_2, max_2, mid_2) ==> binary_search_end(size, v, a_3, size_2, v_2, true, mid_2)
            linear trivial: L13(size, v, a_3, size_2, v_2, min_2, max_2) ==> binary_search_end(size, v, a_3, size_2, v_2, false, 0)
            linear assertion complex: binary_search_end(size, v, a_3, size_2, v_2, result_0__2, result_1__2) && sorted(a_3, 0, size_2) ==> result_0__2 ==> a_3[result_1__2] == v_2
            linear trivial: binary_search_end(size, v, a_3, size_2, v_2, result_0__2, result_1__2) ==> L1_6(a_3, size, v)
            linear trivial: L20(a_2, n, b, i) ==> L5_2(n, b, i, a_2, n, 3)
            linear assertion complex: L5_2(n, b, i, a, size, v) ==> sorted(a, 0, size)
            linear trivial: L10_4(n, b, i, a, size, v, min, max, mid) ==> binary_search_end_2(n, b, i, a, size, v, true, mid)
            linear trivial: L13_2(n, b, i, a, size, v, min, max) ==> binary_search_end_2(n, b, i, a, size, v, false, 0)
            linear assertion complex: binary_search_end_2(n, b, i, a, size, v, result, result_1) && sorted(a, 0, size) ==> result ==> a[result_1] == v
            linear trivial: binary_search_end_2(n, b, i, a, size, v, result, result_1) ==> L21(a, n, result, result_1)
        "#]],
    );
}

/// The contract of T Sec. 2.1.3.3 does not tell them apart.
#[test]
fn the_search_goes_the_wrong_way_and_begins_behind_the_array() {
    let find = "int a[] = const_array(0);
        a[0], a[1], a[2] = 1, 3, 5;
        bool found; int at;
        found, at = binary_search(a, 3, 5);
        assert(found && at == 2);";
    let nothing = "int a[] = const_array(0);
        bool found; int at;
        found, at = binary_search(a, 0, 0);
        assert(!found);";
    let other_way = SEARCH_PRINTED.replace("a[mid] > v", "a[mid] < v");
    assert_eq!(failing(&[SEARCH_PRINTED], find), ["assert(found && at == 2);"]);
    assert_eq!(failing(&[SEARCH_PRINTED], nothing), ["assert(!found);"]);
    assert_eq!(failing(&[&other_way], find), NONE);
    assert_eq!(failing(&[&other_way], nothing), ["assert(!found);"]);
    assert_eq!(failing(&[&search()], find), NONE);
    assert_eq!(failing(&[&search()], nothing), NONE);
}

/// T Example 3, with the property of T Sec. 2.1.3.2 for a contract. A length is a number of its own here,
/// which nothing changes.
const INIT: &str = "void array_init(int a[], int size)
  ensures forall k: 0 <= k && k < size ==> a[k] == 0;
{
  int i = 0;
  while (i < size) {
    a[i] = 0;
    i = i + 1;
  }
}
";

#[test]
fn an_array_that_a_contract_describes_is_a_new_one() {
    let call = "int b[];\narray_init(b, 5);\nassert(b[0] == 0);";
    calls(
        &(INIT.to_owned() + call),
        "summary",
        &expect![[r#"
            linear trivial: L1_4(a, size) ==> array_init(a, size)
            linear complex bound-perm-map: L11(b) && (forall k: 0 <= k && k < 5 ==> b'[k] == 0) ==> L12(b')
            linear trivial: array_init(a, size) ==> L4(a, size)
            linear trivial: L5(a, size, i) && i >= size ==> array_init_end(size, a)
            linear assertion basic: array_init_end(size, a) ==> 0 <= k && k < size ==> a[k] == 0
        "#]],
    );
}

/// T Example 4. One divides by numbers only, so the quotient is counted.
const CHOOSE: &str = "int factorial(int n) {
  int res = 1;
  while (n > 0) { res = res * n; n--; }
  return res;
}
int choose(int n, int k) {
  int num = factorial(n);
  int bot1 = factorial(k);
  int bot2 = factorial(n - k);
  int bot = bot1 * bot2;
  int q = 0;
  while (num >= bot) { num -= bot; q++; }
  return q;
}
";

#[test]
fn all_calls_of_a_relation_lead_to_its_one_beginning() {
    let call = "int c = choose(5, 2);";
    calls(
        &(CHOOSE.to_owned() + call),
        "modular,choose=inline",
        &expect![[r#"
        linear trivial: L15() ==> L7(5, 2)
        linear trivial: L7(n_2, k) ==> factorial(n_2)
        non-linear trivial: L7(n_2, k) && factorial_end(n_2, num') ==> L8(n_2, k, num')
        linear trivial: L8(n_2, k, num) ==> factorial(k)
        non-linear trivial: L8(n_2, k, num) && factorial_end(k, bot1') ==> L9(n_2, k, num, bot1')
        linear trivial: L9(n_2, k, num, bot1) ==> factorial(n_2 - k)
        non-linear trivial: L9(n_2, k, num, bot1) && factorial_end(n_2 - k, bot2') ==> L10(n_2, k, num, bot1, bot2')
        linear trivial: L13(n_2, k, num, bot1, bot2, bot, q) ==> choose_end(n_2, k, q)
        linear trivial: choose_end(n_2, k, result_2) ==> end()
        linear trivial: factorial(n) ==> L2(n, n)
        linear trivial: L4(n, n_old, res) ==> factorial_end(n_old, res)
    "#]],
    );
}

/// Beyond `n` a factorial of the listing is not one, but the quotient is right.
#[test]
fn numbers_of_ways_to_choose() {
    let run = "int c = choose(5, 2), d = choose(0, 0), e = choose(2, 3);
        assert(c == 10 && d == 1 && e == 0);";
    assert_eq!(failing(&[CHOOSE], run), NONE);
}

/// T Listings 2.6 and 2.8; sizes are numbers of their own, as in T Listing 2.7, and the result is an array
/// that the caller gives.
const MERGE_PRINTED: &str = "int merge_sorted(int b[], int b_size, int c[], int c_size, int res[])
  requires sorted(b, 0, b_size) && sorted(c, 0, c_size);
  ensures sorted(res, 0, result);
{
  int res_size = 0;
  int bi = 0, ci = 0;
  while (bi + ci < b_size + c_size - 1) {
    if (b[bi] > c[ci]) { res[res_size] = c[ci]; res_size++; ci++; }
    else { res[res_size] = b[bi]; res_size++; bi++; }
  }
  return res_size;
}
";

/// Every cell is taken, and none behind the end of an array.
fn merge() -> String {
    MERGE_PRINTED
        .replace("b_size + c_size - 1", "b_size + c_size")
        .replace("(b[bi] > c[ci])", "(bi >= b_size || ci < c_size && b[bi] > c[ci])")
}

/// T Clauses 2.4 and 2.5.
#[test]
fn merging_by_itself() {
    calls(
        MERGE_PRINTED,
        "",
        &expect![[r#"
            linear trivial: L1_7(b, b_size, c, c_size, res) ==> merge_sorted(b, b_size, c, c_size, res)
            linear trivial: merge_sorted(b, b_size, c, c_size, res) ==> L5(b, b_size, c, c_size, res)
            linear trivial: L11(b, b_size, c, c_size, res, res_size, bi, ci) ==> merge_sorted_end(b, b_size, c, c_size, res, res_size)
            linear assertion complex: merge_sorted_end(b, b_size, c, c_size, res, result) ==> sorted(res, 0, result)
        "#]],
    );
}

#[test]
fn merging_leaves_out_a_value_and_reads_behind_an_end() {
    let arrays = "int b[] = const_array(0), c[] = const_array(0), res[] = const_array(0);";
    let one_each = &format!(
        "{arrays} b[0] = 1; c[0] = 2; int n = merge_sorted(b, 1, c, 1, res);
        assert(n == 2); assert(res[0] == 1 && res[1] == 2);"
    );
    let all = ["assert(n == 2);", "assert(res[0] == 1 && res[1] == 2);"];
    assert_eq!(failing(&[MERGE_PRINTED], one_each), all);
    assert_eq!(failing(&[&merge()], one_each), NONE);

    let first_smaller = &format!("{arrays} b[0] = 5; c[0], c[1] = 6, 7;
        int n = merge_sorted(b, 1, c, 2, res); assert(n == 3 && res[0] == 5 && res[1] == 6 && res[2] == 7);");
    let [owed, claim] = [
        "ensures sorted(res, 0, result);",
        "assert(n == 3 && res[0] == 5 && res[1] == 6 && res[2] == 7);",
    ];
    assert_eq!(failing(&[MERGE_PRINTED], first_smaller), [owed, claim]);
    assert_eq!(failing(&[&merge()], first_smaller), NONE);
    // The assertion of T Listing 2.7.
    let within = |text: &str| text.replace("- 1) {", "- 1) { assert(bi < b_size && ci < c_size);");
    let broken = failing(&[&within(MERGE_PRINTED)], first_smaller);
    assert_eq!(broken, ["assert(bi < b_size && ci < c_size);", owed, claim]);
    // The last value alone is missing, where only the last step is.
    let one_short = merge().replace("b_size + c_size)", "b_size + c_size - 1)");
    assert_eq!(failing(&[&one_short], first_smaller), [claim]);
}

/// T Listing 2.9. The array is the caller's own, and its size is returned.
const SORT: &str = "int merge_sort_rec(int a[], int a_size)
{
  if (a_size > 1) {
    int mid = a_size / 2;
    int b[] = sub_array(a, 0, mid);
    int c[] = sub_array(a, mid, a_size);
    int b_size = merge_sort_rec(b, mid);
    int c_size = merge_sort_rec(c, a_size - mid);
    int res[];
    int res_size = merge_sorted(b, b_size, c, c_size, res);
    assert(sorted(res, 0, res_size));
    a = res;
    return res_size;
  }
  return a_size;
}
";

/// T Clauses 2.8 and 2.9, and the same for the calls of the function itself.
#[test]
fn merge_sort_with_relations() {
    calls(
        &(merge() + SORT + "int a[];\nint n = merge_sort_rec(a, 9);"),
        "modular",
        &expect![[r#"
        linear trivial: L1_7(b, b_size, c, c_size, res) ==> merge_sorted(b, b_size, c, c_size, res)
        linear trivial: L30(a_2) ==> merge_sort_rec(a_2, 9)
        non-linear trivial: L30(a_2) && merge_sort_rec_end(a_2, 9, a_2', n') ==> end()
        linear trivial: merge_sort_rec(a, a_size) ==> L15(a, a_size, a)
        linear trivial: L19(a, a_size, a_old, mid, b_2, c_2) ==> merge_sort_rec(b_2, mid)
        non-linear trivial: L19(a, a_size, a_old, mid, b_2, c_2) && merge_sort_rec_end(b_2, mid, b_2', b_size_2') ==> L20(a, a_size, a_old, mid, b_2', c_2, b_size_2')
        linear trivial: L20(a, a_size, a_old, mid, b_2, c_2, b_size_2) ==> merge_sort_rec(c_2, a_size - mid)
        non-linear trivial: L20(a, a_size, a_old, mid, b_2, c_2, b_size_2) && merge_sort_rec_end(c_2, a_size - mid, c_2', c_size_2') ==> L21(a, a_size, a_old, mid, b_2, c_2', b_size_2, c_size_2')
        linear assertion complex: L22(a, a_size, a_old, mid, b_2, c_2, b_size_2, c_size_2, res_2) ==> sorted(b_2, 0, b_size_2) && sorted(c_2, 0, c_size_2)
        linear trivial: L22(a, a_size, a_old, mid, b_2, c_2, b_size_2, c_size_2, res_2) ==> merge_sorted(b_2, b_size_2, c_2, c_size_2, res_2)
        non-linear trivial: L22(a, a_size, a_old, mid, b_2, c_2, b_size_2, c_size_2, res_2) && merge_sorted_end(b_2, b_size_2, c_2, c_size_2, res_2, res_2', res_size_2') ==> L23(a, a_size, a_old, mid, b_2, c_2, b_size_2, c_size_2, res_2', res_size_2')
        linear trivial: L25(a, a_size, a_old, mid, b_2, c_2, b_size_2, c_size_2, res_2, res_size_2) ==> merge_sort_rec_end(a_old, a_size, a, res_size_2)
        linear trivial: L27(a, a_size, a_old) ==> merge_sort_rec_end(a_old, a_size, a, a_size)
        linear trivial: merge_sorted(b, b_size, c, c_size, res) ==> L5(b, b_size, c, c_size, res, res)
        linear trivial: L11(b, b_size, c, c_size, res, res_old, res_size, bi, ci) ==> merge_sorted_end(b, b_size, c, c_size, res_old, res, res_size)
        linear assertion complex: merge_sorted_end(b, b_size, c, c_size, res_old, res, result) && sorted(b, 0, b_size) && sorted(c, 0, c_size) ==> sorted(res, 0, result)
    "#]],
    );
}

/// T Clauses 2.10 and 2.11.
#[test]
fn merge_sort_with_a_summary_of_merging() {
    let text = merge() + SORT + "int a[];\nint n = merge_sort_rec(a, 9);";
    calls(
        &text,
        "modular,merge_sorted=summary",
        &expect![[r#"
            linear trivial: L1_7(b, b_size, c, c_size, res) ==> merge_sorted(b, b_size, c, c_size, res)
            linear trivial: L30(a_2) ==> merge_sort_rec(a_2, 9)
            non-linear trivial: L30(a_2) && merge_sort_rec_end(a_2, 9, a_2', n') ==> end()
            linear trivial: merge_sort_rec(a, a_size) ==> L15(a, a_size, a)
            linear trivial: L19(a, a_size, a_old, mid, b_2, c_2) ==> merge_sort_rec(b_2, mid)
            non-linear trivial: L19(a, a_size, a_old, mid, b_2, c_2) && merge_sort_rec_end(b_2, mid, b_2', b_size_2') ==> L20(a, a_size, a_old, mid, b_2', c_2, b_size_2')
            linear trivial: L20(a, a_size, a_old, mid, b_2, c_2, b_size_2) ==> merge_sort_rec(c_2, a_size - mid)
            non-linear trivial: L20(a, a_size, a_old, mid, b_2, c_2, b_size_2) && merge_sort_rec_end(c_2, a_size - mid, c_2', c_size_2') ==> L21(a, a_size, a_old, mid, b_2, c_2', b_size_2, c_size_2')
            linear assertion complex: L22(a, a_size, a_old, mid, b_2, c_2, b_size_2, c_size_2, res_2) ==> sorted(b_2, 0, b_size_2) && sorted(c_2, 0, c_size_2)
            linear complex collapsing: L22(a, a_size, a_old, mid, b_2, c_2, b_size_2, c_size_2, res_2) && sorted(res_2', 0, res_size_2') ==> L23(a, a_size, a_old, mid, b_2, c_2, b_size_2, c_size_2, res_2', res_size_2')
            linear trivial: L25(a, a_size, a_old, mid, b_2, c_2, b_size_2, c_size_2, res_2, res_size_2) ==> merge_sort_rec_end(a_old, a_size, a, res_size_2)
            linear trivial: L27(a, a_size, a_old) ==> merge_sort_rec_end(a_old, a_size, a, a_size)
            linear trivial: merge_sorted(b, b_size, c, c_size, res) ==> L5(b, b_size, c, c_size, res)
            linear trivial: L11(b, b_size, c, c_size, res, res_size, bi, ci) ==> merge_sorted_end(b, b_size, c, c_size, res, res_size)
            linear assertion complex: merge_sorted_end(b, b_size, c, c_size, res, result) ==> sorted(res, 0, result)
        "#]],
    );
}

/// T Clauses 2.6 and 2.7.
#[test]
fn merge_sort_with_merging_written_out() {
    let text = merge() + SORT + "int a[];\nint n = merge_sort_rec(a, 9);";
    calls(
        &text,
        "modular,merge_sorted=inline",
        &expect![[r#"
            linear trivial: L1_7(b, b_size, c, c_size, res) ==> L5(b_size, c_size, b, b_size, c, c_size, res)
            linear trivial: L11(b_size, c_size, b_3, b_size_3, c_3, c_size_3, res_3, res_size_3, bi_2, ci_2) ==> merge_sorted_end(b_size, c_size, b_3, b_size_3, c_3, c_size_3, res_3, res_size_3)
            linear assertion complex: merge_sorted_end(b_size, c_size, b_3, b_size_3, c_3, c_size_3, res_3, result_3) && sorted(b_3, 0, b_size_3) && sorted(c_3, 0, c_size_3) ==> sorted(res_3, 0, result_3)
            linear trivial: merge_sorted_end(b_size, c_size, b_3, b_size_3, c_3, c_size_3, res_3, result_3) ==> L1_8(b_3, b_size, c_3, c_size, res_3)
            linear trivial: L30(a_2) ==> merge_sort_rec(a_2, 9)
            non-linear trivial: L30(a_2) && merge_sort_rec_end(a_2, 9, a_2', n') ==> end()
            linear trivial: merge_sort_rec(a, a_size) ==> L15(a, a_size, a)
            linear trivial: L19(a, a_size, a_old, mid, b_2, c_2) ==> merge_sort_rec(b_2, mid)
            non-linear trivial: L19(a, a_size, a_old, mid, b_2, c_2) && merge_sort_rec_end(b_2, mid, b_2', b_size_2') ==> L20(a, a_size, a_old, mid, b_2', c_2, b_size_2')
            linear trivial: L20(a, a_size, a_old, mid, b_2, c_2, b_size_2) ==> merge_sort_rec(c_2, a_size - mid)
            non-linear trivial: L20(a, a_size, a_old, mid, b_2, c_2, b_size_2) && merge_sort_rec_end(c_2, a_size - mid, c_2', c_size_2') ==> L21(a, a_size, a_old, mid, b_2, c_2', b_size_2, c_size_2')
            linear trivial: L22(a, a_size, a_old, mid, b_2, c_2, b_size_2, c_size_2, res_2) ==> L5_2(a, a_size, a_old, mid, b_size_2, c_size_2, b_2, b_size_2, c_2, c_size_2, res_2)
            linear assertion complex: L5_2(a, a_size, a_old, mid, b_size_2, c_size_2, b, b_size, c, c_size, res) ==> sorted(b, 0, b_size) && sorted(c, 0, c_size)
            linear trivial: L11_2(a, a_size, a_old, mid, b_size_2, c_size_2, b, b_size, c, c_size, res, res_size, bi, ci) ==> merge_sorted_end_2(a, a_size, a_old, mid, b_size_2, c_size_2, b, b_size, c, c_size, res, res_size)
            linear assertion complex: merge_sorted_end_2(a, a_size, a_old, mid, b_size_2, c_size_2, b, b_size, c, c_size, res, result) && sorted(b, 0, b_size) && sorted(c, 0, c_size) ==> sorted(res, 0, result)
            linear trivial: merge_sorted_end_2(a, a_size, a_old, mid, b_size_2, c_size_2, b, b_size, c, c_size, res, result) ==> L23(a, a_size, a_old, mid, b, c, b_size_2, c_size_2, res, result)
            linear trivial: L25(a, a_size, a_old, mid, b_2, c_2, b_size_2, c_size_2, res_2, res_size_2) ==> merge_sort_rec_end(a_old, a_size, a, res_size_2)
            linear trivial: L27(a, a_size, a_old) ==> merge_sort_rec_end(a_old, a_size, a, a_size)
        "#]],
    );
}

/// A function that calls itself rests on its own contract.
#[test]
fn merge_sort_with_summaries_only() {
    let contract = "a_size)\n  ensures sorted(a, 0, result);\n{";
    let text =
        merge() + &SORT.replace("a_size)\n{", contract) + "int a[];\nint n = merge_sort_rec(a, 9);";
    calls(
        &text,
        "summary",
        &expect![[r#"
            linear trivial: L1_7(b, b_size, c, c_size, res) ==> merge_sorted(b, b_size, c, c_size, res)
            linear trivial: L13_4(a, a_size) ==> merge_sort_rec(a, a_size)
            linear complex collapsing: L31(a_2) && sorted(a_2', 0, n') ==> end()
            linear trivial: merge_sort_rec(a, a_size) ==> L16(a, a_size)
            linear complex collapsing: L20(a, a_size, mid, b_2, c_2) && sorted(b_2', 0, b_size_2') ==> L21(a, a_size, mid, b_2', c_2, b_size_2')
            linear complex collapsing: L21(a, a_size, mid, b_2, c_2, b_size_2) && sorted(c_2', 0, c_size_2') ==> L22(a, a_size, mid, b_2, c_2', b_size_2, c_size_2')
            linear assertion complex: L23(a, a_size, mid, b_2, c_2, b_size_2, c_size_2, res_2) ==> sorted(b_2, 0, b_size_2) && sorted(c_2, 0, c_size_2)
            linear complex collapsing: L23(a, a_size, mid, b_2, c_2, b_size_2, c_size_2, res_2) && sorted(res_2', 0, res_size_2') ==> L24(a, a_size, mid, b_2, c_2, b_size_2, c_size_2, res_2', res_size_2')
            linear trivial: L26(a, a_size, mid, b_2, c_2, b_size_2, c_size_2, res_2, res_size_2) ==> merge_sort_rec_end(a_size, a, res_size_2)
            linear trivial: L28(a, a_size) ==> merge_sort_rec_end(a_size, a, a_size)
            linear assertion complex: merge_sort_rec_end(a_size, a, result_2) ==> sorted(a, 0, result_2)
            linear trivial: merge_sorted(b, b_size, c, c_size, res) ==> L5(b, b_size, c, c_size, res)
            linear trivial: L11(b, b_size, c, c_size, res, res_size, bi, ci) ==> merge_sorted_end(b, b_size, c, c_size, res, res_size)
            linear assertion complex: merge_sorted_end(b, b_size, c, c_size, res, result) ==> sorted(res, 0, result)
        "#]],
    );
}

const FIVE: &str = "int a[] = const_array(0);
a[0], a[1], a[2], a[3], a[4] = 4, 2, 5, 1, 3;
";

/// With the printed merging one value is left of any number of them, so the assertion within the listing
/// holds.
#[test]
fn merge_sort_keeps_one_value() {
    let run = FIVE.to_owned()
        + "int n = merge_sort_rec(a, 5); assert(n == 5); assert(forall k in 0..5: a[k] == k + 1);";
    let all = ["assert(n == 5);", "assert(forall k in 0..5: a[k] == k + 1);"];
    assert_eq!(failing(&[MERGE_PRINTED, SORT], &run), all);
    assert_eq!(failing(&[MERGE_PRINTED, SORT], &run.replace("n == 5", "n == 1")), all[1..]);
    assert_eq!(failing(&[&merge(), SORT], &run), NONE);
}

/// T Listing 2.10. What is merged is written back cell by cell.
const SORT_BY_LOOPS_PRINTED: &str = "void merge_sort_not_rec(int a[], int a_size) {
  for (int step = 1; step < a_size; step *= 2) {
    int i = 0;
    int b[], c[], b_size = 0, c_size = 0;
    while (i < a_size) {
      int istart = i, j;
      for (j = i; j < min(i + step, a_size); j++) { b[b_size] = a[j]; b_size++; }
      i = j;
      for (j = i; j < min(i + step, a_size); j++) { c[c_size] = a[j]; c_size++; }
      i = j;
      int res[];
      int res_size = merge_sorted(b, b_size, c, c_size, res);
      for (int k = istart; k < j; k++) { a[k] = res[k - istart]; }
    }
  }
  assert(sorted(a, 0, a_size));
}
";

/// The halves begin anew in each round.
fn sort_by_loops() -> String {
    let halves = "    int b[], c[], b_size = 0, c_size = 0;\n";
    let round = "    while (i < a_size) {\n";
    SORT_BY_LOOPS_PRINTED.replace(&(halves.to_owned() + round), &(round.to_owned() + halves))
}

/// T Clauses 2.6 and 2.7: with all calls written out each clause of them is linear and trivial.
#[test]
fn merge_sort_by_loops_with_all_written_out() {
    let text = merge() + &sort_by_loops() + "int a[];\nmerge_sort_not_rec(a, 9);";
    calls(
        &text,
        "inline",
        &expect![[r#"
            linear trivial: L1_7(b, b_size, c, c_size, res) ==> L5(b_size, c_size, b, b_size, c, c_size, res)
            linear trivial: L11(b_size, c_size, b_3, b_size_3, c_3, c_size_3, res_3, res_size_3, bi_2, ci_2) ==> merge_sorted_end(b_size, c_size, b_3, b_size_3, c_3, c_size_3, res_3, res_size_3)
            linear assertion complex: merge_sorted_end(b_size, c_size, b_3, b_size_3, c_3, c_size_3, res_3, result_2) && sorted(b_3, 0, b_size_3) && sorted(c_3, 0, c_size_3) ==> sorted(res_3, 0, result_2)
            linear trivial: merge_sorted_end(b_size, c_size, b_3, b_size_3, c_3, c_size_3, res_3, result_2) ==> L1_8(b_3, b_size, c_3, c_size, res_3)
            linear trivial: L31(a_2) ==> L14(a_2, 9)
            linear trivial: L24(a, a_size, step, i, b_2, c_2, b_size_2, c_size_2, istart, j, res_2) ==> L5_2(a, a_size, step, i, b_size_2, c_size_2, istart, j, b_2, b_size_2, c_2, c_size_2, res_2)
            linear assertion complex: L5_2(a, a_size, step, i, b_size_2, c_size_2, istart, j, b, b_size, c, c_size, res) ==> sorted(b, 0, b_size) && sorted(c, 0, c_size)
            linear trivial: L11_2(a, a_size, step, i, b_size_2, c_size_2, istart, j, b, b_size, c, c_size, res, res_size, bi, ci) ==> merge_sorted_end_2(a, a_size, step, i, b_size_2, c_size_2, istart, j, b, b_size, c, c_size, res, res_size)
            linear assertion complex: merge_sorted_end_2(a, a_size, step, i, b_size_2, c_size_2, istart, j, b, b_size, c, c_size, res, result) && sorted(b, 0, b_size) && sorted(c, 0, c_size) ==> sorted(res, 0, result)
            linear trivial: merge_sorted_end_2(a, a_size, step, i, b_size_2, c_size_2, istart, j, b, b_size, c, c_size, res, result) ==> L25(a, a_size, step, i, b, c, b_size_2, c_size_2, istart, j, res, result)
            linear trivial: L28(a, a_size) ==> merge_sort_not_rec_end(a, a_size)
            linear trivial: merge_sort_not_rec_end(a, a_size) ==> end()
        "#]],
    );
}

/// T Table 2.3 and the conclusions before it, which hold of T Listing 2.10 where the part is written back
/// cell by cell: nothing but a start is complex and no claim.
#[test]
fn merge_sort_by_loops_has_simple_steps_only() {
    let text = merge() + &sort_by_loops() + "int a[];\nmerge_sort_not_rec(a, 9);";
    let types = |system: &System| -> BTreeSet<String> {
        system
            .clauses
            .iter()
            .map(|clause| ClauseClass::from_clause(clause).words().join(" "))
            .collect()
    };
    let small = system(&text, "inline");
    let mut expected = BTreeSet::from(
        [
            "start complex",
            "start trivial",
            "linear trivial",
            "linear basic",
            "linear assertion complex",
        ]
        .map(String::from),
    );
    assert_eq!(types(&large_blocks(&small)), expected);
    // In small steps what a function requires is assumed at a point of its own.
    expected.remove("start complex");
    expected.insert("linear complex collapsing".to_owned());
    assert_eq!(types(&small), expected);
}

#[test]
fn merge_sort_by_loops_does_not_empty_its_halves() {
    let two = "int a[] = const_array(0); a[0], a[1] = 2, 1; merge_sort_not_rec(a, 2);
        assert(a[0] == 1 && a[1] == 2);";
    let three = "int a[] = const_array(0); a[0], a[1], a[2] = 2, 3, 1; merge_sort_not_rec(a, 3);
        assert(a[0] == 1 && a[1] == 2 && a[2] == 3);";
    let five =
        &(FIVE.to_owned() + "merge_sort_not_rec(a, 5); assert(forall k in 0..5: a[k] == k + 1);");
    let [owed, given] =
        ["assert(sorted(a, 0, a_size));", "merge_sorted(b, b_size, c, c_size, res)"];
    let claim = |run: &str| run[run.find("assert").expect("a claim")..].to_owned();
    // Already two values get lost in merging.
    assert_eq!(failing(&[MERGE_PRINTED, SORT_BY_LOOPS_PRINTED], two), [owed, &claim(two)]);
    // With that in order, the second round is given what the first one has left: `b` is 2, 1 then.
    assert_eq!(failing(&[&merge(), SORT_BY_LOOPS_PRINTED], two), NONE);
    assert_eq!(failing(&[&merge(), SORT_BY_LOOPS_PRINTED], three), [given, &claim(three)]);
    assert_eq!(failing(&[&merge(), SORT_BY_LOOPS_PRINTED], five), [given, owed, &claim(five)]);
    for run in [two, three, five] {
        assert_eq!(failing(&[&merge(), &sort_by_loops()], run), NONE);
    }
}

/// What the listings promise of merging is kept by returning nothing. The assertion of T Listing 2.9 follows
/// from it, that of T Listing 2.10 does not.
#[test]
fn the_contract_of_merging_does_not_suffice_for_loops() {
    let nothing = "int merge_sorted(int b[], int b_size, int c[], int c_size, int res[])
        ensures sorted(res, 0, result); { return 0; }";
    let run = "int a[] = const_array(0); a[0], a[1] = -2, -1;";
    let by_calls = format!("{run} int n = merge_sort_rec(a, 2); assert(n == 0);");
    assert_eq!(failing(&[nothing, SORT], &by_calls), NONE);
    let in_loops = run.to_owned() + "a[2] = -3; merge_sort_not_rec(a, 3);";
    let spoilt = nothing.replace("return 0;", "res[0], res[1] = 1, 0; return 0;");
    assert_eq!(failing(&[&spoilt, &sort_by_loops()], &in_loops), ["assert(sorted(a, 0, a_size));"]);
}
