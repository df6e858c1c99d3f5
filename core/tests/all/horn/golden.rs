//! The clauses that the papers write out, against those of the same programs.
//!
//! The papers' programs are functions; here their arguments are variables without initial values,
//! so there are clauses for the start and for each declaration. The size of an array is a variable
//! of its own, and the order of a predicate's arguments is that of the declarations.

use crate::support::front::clauses;
use crate::support::text::{
    TextClause, assert_among, assert_same, of_system, of_text, without_skips, without_tests,
};
use hornbook_horn::blocks::large_blocks;

fn small(program: &str) -> Vec<TextClause> {
    without_skips(of_system(&clauses(program)))
}

fn large(program: &str) -> Vec<TextClause> {
    of_system(&large_blocks(&clauses(program)))
}

fn expected(text: &str) -> Vec<TextClause> {
    without_skips(of_text(text))
}

/// The points after an assumption that something exists know what it is, up to the end of the block.
#[test]
fn what_is_assumed_to_exist() {
    let find = "
        V() ==> A(a)
        A(a) && 0 <= k && a[k] == 7 ==> Q(a, k)
        Q(a, k) ==> E(a)";
    let clauses = |rest: &str| expected(&format!("V()\n{rest}"));
    let direct = small("int a[]; { assume(exists k: 0 <= k && a[k] == 7); a[0] = a[0]; }");
    let expected_direct = clauses(&find.replace("Q(a, k) ==> E(a)", "Q(a, k) ==> E(a[0 <- a[0]])"));
    assert_same(&direct, &expected_direct);
    let refused = small("int a[]; { assume(!(forall k: 0 <= k ==> a[k] != 7)); a[0] = 1; }");
    let steps = "
        V() ==> A(a)
        A(a) && !(0 <= k ==> a[k] != 7) ==> Q(a, k)
        Q(a, k) ==> E(a[0 <- 1])";
    assert_same(&refused, &clauses(steps));
    let guarded = small("int a[]; if (forall k: a[k] != 7) return; a[0] = 1;");
    let steps = "
        A(a) && forall k: a[k] != 7 ==> E(a)
        A(a) && !(a[k] != 7) ==> Q(a, k)
        Q(a, k) ==> E(a[0 <- 1])";
    assert_same(&guarded, &clauses(&format!("V() ==> A(a)\n{steps}")));
    let last = small("int a[]; assume(exists k: 0 <= k && a[k] == 7);");
    assert_same(&last, &clauses("V() ==> A(a)\nA(a) && 0 <= k && a[k] == 7 ==> E(a)"));
}

/// T Example 1, and the assertion from the text above it.
#[test]
fn array_initialisation() {
    let program = "
        int n; int a[n];
        int i = 0;
        while (i < n) {
            a[i] = 0;
            i = i + 1;
        }";
    let steps = "
        S()
        S() ==> N(n)
        N(n) ==> P1(n, a)
        P1(n, a) ==> P3(n, a, 0)
        P3(n, a, i) && i < n ==> P4(n, a, i)
        P4(n, a, i) ==> P6(n, a[i <- 0], i)
        P6(n, a, i) ==> P7(n, a, i + 1)
        P7(n, a, i) ==> P3(n, a, i)
        P3(n, a, i) && i >= n ==> P8(n, a, i)";
    assert_same(&small(program), &expected(steps));
    let claims = [
        "assert(forall k: 0 <= k < n ==> a[k] == 0);",
        "assert(forall k in 0..n: a[k] == 0);",
        "assert(forall(a, 0, n, (x, k) -> x == 0));",
    ];
    let claim = "
        P8(n, a, i) && 0 <= k && k < n ==> a[k] == 0
        P8(n, a, i) ==> E(n, a, i)";
    for text in claims {
        assert_same(&small(&format!("{program}{text}")), &expected(&format!("{steps}{claim}")));
    }
}

/// T Example 2 without the clauses for the function's relation: both ways out lead to one point.
/// A chain of conditions passes a point before each of them.
#[test]
fn binary_search() {
    let program = "
        int s; int a[s]; int v;
        int min = 0;
        int max = s;
        while (max >= min) {
            int mid = (max + min) / 2;
            if (a[mid] > v)
                min = mid + 1;
            else if (a[mid] == v)
                return;
            else
                max = mid - 1;
        }
        return;";
    let steps = "
        S()
        S() ==> S1(s)
        S1(s) ==> S2(s, a)
        S2(s, a) ==> P1(s, a, v)
        P1(s, a, v) ==> P3(s, a, v, 0)
        P3(s, a, v, min) ==> P4(s, a, v, min, s)
        P4(s, a, v, min, max) && max >= min ==> P5(s, a, v, min, max)
        P5(s, a, v, min, max) ==> P7(s, a, v, min, max, (max + min) / 2)
        P7(s, a, v, min, max, mid) && a[mid] > v ==> P8(s, a, v, min, max, mid)
        P8(s, a, v, min, max, mid) ==> P9(s, a, v, mid + 1, max, mid)
        P7(s, a, v, min, max, mid) && a[mid] <= v && a[mid] == v ==> P10(s, a, v, min, max, mid)
        P10(s, a, v, min, max, mid) ==> E(s, a, v, min, max)
        P7(s, a, v, min, max, mid) && a[mid] <= v && a[mid] != v ==> P12(s, a, v, min, max, mid)
        P12(s, a, v, min, max, mid) ==> P13(s, a, v, min, mid - 1, mid)
        P9(s, a, v, min, max, mid) ==> P15(s, a, v, min, max, mid)
        P13(s, a, v, min, max, mid) ==> P15(s, a, v, min, max, mid)
        P15(s, a, v, min, max, mid) ==> P4(s, a, v, min, max)
        P4(s, a, v, min, max) && max < min ==> P16(s, a, v, min, max)
        P16(s, a, v, min, max) ==> E(s, a, v, min, max)";
    assert_same(&without_tests(small(program)), &without_tests(expected(steps)));
}

/// T Example 3: the first values are kept in a copy.
#[test]
fn array_initialisation_as_a_relation() {
    let program = "
        int n; int a0[]; int a[] = a0;
        int i = 0;
        while (i < n) {
            a[i] = 0;
            i = i + 1;
        }";
    let steps = "
        S()
        S() ==> N(n)
        N(n) ==> P1(n, a0)
        P1(n, a0) ==> P2(n, a0, a0)
        P2(n, a0, a) ==> P3(n, a0, a, 0)
        P3(n, a0, a, i) && i < n ==> P4(n, a0, a, i)
        P4(n, a0, a, i) ==> P6(n, a0, a[i <- 0], i)
        P6(n, a0, a, i) ==> P7(n, a0, a, i + 1)
        P7(n, a0, a, i) ==> P3(n, a0, a, i)
        P3(n, a0, a, i) && i >= n ==> P8(n, a0, a, i)";
    assert_same(&small(program), &expected(steps));
}

const MERGE_SORTED: &str = "
    int bs; int b[bs]; int cs; int c[cs];
    assume(sorted(b, 0, bs) && sorted(c, 0, cs));
    int res[]; int ress = 0;
    int bi = 0, ci = 0;
    while (bi + ci < bs + cs - 1) {
        if (b[bi] > c[ci]) { res[ress] = c[ci]; ci++; }
        else { res[ress] = b[bi]; bi++; }
        ress++;
    }
    assert(sorted(res, 0, ress));";

/// T Example 5, Clauses 2.1, 2.4 and 2.5, with the way in and the way out in one step.
#[test]
fn merge_sorted_in_large_blocks() {
    let blocks = "
        sorted(b, 0, bs) && sorted(c, 0, cs) ==> Loop(bs, b, cs, c, res, 0, 0, 0)
        Loop(bs, b, cs, c, res, ress, bi, ci) && bi + ci < bs + cs - 1 ==> Loop(bs, b, cs, c, \
            (b[bi] > c[ci] ? res[ress <- c[ci]] : res[ress <- b[bi]]), ress + 1, \
            (b[bi] > c[ci] ? bi : bi + 1), (b[bi] > c[ci] ? ci + 1 : ci))
        Loop(bs, b, cs, c, res, ress, bi, ci) && bi + ci >= bs + cs - 1 ==> sorted(res, 0, ress)
        Loop(bs, b, cs, c, res, ress, bi, ci) && bi + ci >= bs + cs - 1 \
            ==> End(bs, b, cs, c, res, ress, bi, ci)";
    assert_same(&large(MERGE_SORTED), &of_text(blocks));
}

/// T Example 5, Clauses 2.4 and 2.5 as they stand.
#[test]
fn merge_sorted_from_start_to_end() {
    let both = "
        S(bs, b, cs, c) && sorted(b, 0, bs) && sorted(c, 0, cs) ==> Start(bs, b, cs, c)
        Start(bs, b, cs, c) ==> S1(bs, b, cs, c, res)
        End(bs, b, cs, c, res, ress, bi, ci) ==> sorted(res, 0, ress)";
    assert_among(&small(MERGE_SORTED), &expected(both));
}

/// T Example 5, Clauses 2.2 and 2.3. A loop that may end at any time keeps a point.
#[test]
fn merge_sort() {
    let program = "
        int as; int a[as]; int mid = as / 2;
        while (nondet()) mid = mid;
        int b[]; assume(bound_eq(b, a, 0, mid)); int bs = mid;
        while (nondet()) bs = bs;
        int c[]; int cs; int res[]; int ress;
        assert(sorted(res, 0, ress));";
    let part = "
        Pb(as, a, mid) && !any && bound_eq(b, a, 0, mid) ==> Pb2(as, a, mid, b, mid)";
    assert_among(&large(program), &of_text(part));
    let claim = "
        Call(as, a, mid, b, bs, c, cs, res, ress) ==> sorted(res, 0, ress)";
    assert_among(&small(program), &of_text(claim));
}

/// CM Example 1, Clauses 3 to 6. The scope of `i` ends with the loop.
#[test]
fn array_fill() {
    let program = "
        int n; assume(n > 0); int a[n];
        for (int i = 0; i < n; i++) a[i] = 42;
        assert(forall x: 0 <= x < n ==> a[x] == 42);";
    let steps = "
        S()
        S() ==> S1(n)
        S1(n) && n > 0 ==> S2(n)
        S2(n) ==> S3(n, a)
        S3(n, a) ==> Loop(n, a, 0)
        Loop(n, a, i) && i < n ==> Body(n, a, i)
        Body(n, a, i) ==> Step(n, a[i <- 42], i)
        Step(n, a, i) ==> Loop(n, a, i + 1)
        Loop(n, a, i) && i >= n ==> End(n, a)
        End(n, a) && 0 <= x && x < n ==> a[x] == 42
        End(n, a) ==> Stop(n, a)";
    assert_same(&small(program), &expected(steps));
    let blocks = "
        n > 0 ==> Loop(n, a, 0)
        Loop(n, a, i) && i < n ==> Loop(n, a[i <- 42], i + 1)
        Loop(n, a, i) && i >= n && 0 <= x && x < n ==> a[x] == 42
        Loop(n, a, i) && i >= n ==> Stop(n, a)";
    assert_same(&large(program), &of_text(blocks));
}

/// CM Example 5, with Clauses 23 and 24 about whole arrays.
#[test]
fn find_minimum() {
    let program = "
        int n; int a[n]; int d; int h;
        int p = d, b = a[d], i = d + 1;
        while (i < h) {
            if (a[i] < b) {
                b = a[i];
                p = i;
            }
            i = i + 1;
        }
        assert(b == a[p]);
        assert(forall k: d <= k < h ==> b <= a[k]);";
    let blocks = "
        Loop(n, a, d, h, d, a[d], d + 1)
        Loop(n, a, d, h, p, b, i) && i < h \
            ==> Loop(n, a, d, h, (a[i] < b ? i : p), (a[i] < b ? a[i] : b), i + 1)
        Loop(n, a, d, h, p, b, i) && i >= h ==> b == a[p]
        Loop(n, a, d, h, p, b, i) && i >= h && d <= k && k < h ==> b <= a[k]
        Loop(n, a, d, h, p, b, i) && i >= h ==> End(n, a, d, h, p, b, i)";
    assert_same(&large(program), &of_text(blocks));
}

/// CM Example 6, on whole arrays.
#[test]
fn array_fill_and_check() {
    let program = "
        int n; int tab[n];
        for (int i = 0; i < n; i++) tab[i] = 42;
        int f = 0;
        for (int i = 0; i < n; i++) { if (tab[i] != 42) f = 1; }
        assert(f == 0);";
    let blocks = "
        Loop1(n, tab, 0)
        Loop1(n, tab, i) && i < n ==> Loop1(n, tab[i <- 42], i + 1)
        Loop1(n, tab, i) && i >= n ==> Loop2(n, tab, 0, 0)
        Loop2(n, tab, f, i) && i < n ==> Loop2(n, tab, (tab[i] != 42 ? 1 : f), i + 1)
        Loop2(n, tab, f, i) && i >= n ==> f == 0
        Loop2(n, tab, f, i) && i >= n ==> End2(n, tab, f)";
    assert_same(&large(program), &of_text(blocks));
    let steps = "
        Loop2(n, tab, f, i) && i < n ==> Test2(n, tab, f, i)
        Test2(n, tab, f, i) && tab[i] != 42 ==> Set(n, tab, f, i)
        Set(n, tab, f, i) ==> Step(n, tab, 1, i)
        Test2(n, tab, f, i) && tab[i] == 42 ==> Step(n, tab, f, i)
        Step(n, tab, f, i) ==> Loop2(n, tab, f, i + 1)
        Loop2(n, tab, f, i) && i >= n ==> End2(n, tab, f)";
    assert_among(&small(program), &expected(steps));
}

/// The comparison is not lenient about anything but names.
#[test]
fn differences_are_noticed() {
    let clauses = of_text("S(0)\nS(i) && i < n ==> S(i + 1)\nS(i) ==> T(i, n)\nT(x, y) ==> x < y");
    let same = "T(0)\nT(b) ==> S(b, a)\nT(a) && a < b ==> T(a + 1)\nS(a, b) ==> a < b";
    assert_same(&clauses, &of_text(same));
    for (right, wrong) in [
        ("T(0)", "T(1)"),
        ("T(0)", "S(0)"),
        ("S(b, a)", "S(b, b)"),
        ("S(b, a)", "S(a, b)"),
        ("a < b ==> T", "b < a ==> T"),
        ("T(0)\n", ""),
    ] {
        let wrong = of_text(&same.replace(right, wrong));
        let result = std::panic::catch_unwind(|| assert_same(&clauses, &wrong));
        assert!(result.is_err(), "{right} instead of {wrong:?}");
    }
}
