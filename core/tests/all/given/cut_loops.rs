//! Programs whose loops are cut.

use expect_test::{Expect, expect};
use hornbook_lang::{Options, front_end, parse, print};
use hornbook_tasks::given::cut_loops::cut_loops;

fn shows(text: &str, expected: &Expect) {
    let (tree, problems) = parse(text);
    assert!(problems.is_empty(), "{problems:?}");
    let cut = print::program(&cut_loops(&tree).program);
    let (typed, problems) = front_end(&cut, Options::default());
    assert!(typed.is_some(), "{cut}\n{problems:?}");
    expected.assert_eq(&cut);
}

#[test]
fn a_loop_is_a_claim_any_state_and_a_round() {
    let text = "int n = nondet(); int a[n];\n\
                for (int i = 0; i < n; i++)\n  invariant 0 <= i;\n  decreases n - i;\n{ a[i] = 0; }\n\
                assert(n == 0 || a[0] == 0);";
    shows(
        text,
        &expect![[r#"
        int n = nondet();
        int a[n];
        {
          int i = 0;
          assert(0 <= i);
          havoc a, i;
          assume(0 <= i);
          if (nondet()) {
            assume(i < n);
            int measure = n - i;
            {
              a[i] = 0;
            }
            i++;
            assert(0 <= i);
            assert(0 <= measure && n - i < measure);
            assume(false);
          } else {
            assume(!(i < n));
          }
        }
        assert(n == 0 || a[0] == 0);
    "#]],
    );
}

#[test]
fn what_is_behind_a_jump_runs_unless_it_was_made() {
    let text = "int n = nondet(); int i = 0;\n\
                while (true) { if (i == n) { break; } if (i < 0) { i = 0; continue; } i++; }\nassert(i == n);";
    shows(
        text,
        &expect![[r#"
        int n = nondet();
        int i = 0;
        havoc i;
        bool skips = false;
        bool leaves = false;
        if (nondet()) {
          assume(true);
          {
            if (i == n) {
              skips = true;
              leaves = true;
            }
            if (!skips) {
              if (i < 0) {
                i = 0;
                skips = true;
              }
              if (!skips) {
                i++;
              }
            }
          }
          if (!leaves) {
            assume(false);
          }
        } else {
          assume(!true);
        }
        assert(i == n);
    "#]],
    );
}

#[test]
fn loops_in_loops_and_functions_are_cut_too() {
    let text = "void f(int a[], int n) { for (int i = 0; i < n; i++) { invariant before(a[n]) == a[n]; a[i] = 0; } }\n\
                int n = 3; int a[n]; int b[n];\n\
                do { invariant n >= 0; int k = 0; while (k < n) { k = k + 1; } f(a, n); n = n - 1; } while (n > 0);\n\
                assert(n <= 0);";
    shows(
        text,
        &expect![[r#"
        void f(int a[], int n) {
          {
            int i = 0;
            int a_before[] = a;
            int n_before = n;
            assert(a_before[n_before] == a[n]);
            havoc a, i;
            assume(a_before[n_before] == a[n]);
            if (nondet()) {
              assume(i < n);
              {
                a[i] = 0;
              }
              i++;
              assert(a_before[n_before] == a[n]);
              assume(false);
            } else {
              assume(!(i < n));
            }
          }
        }
        int n = 3;
        int a[n];
        int b[n];
        assert(n >= 0);
        havoc a, n;
        assume(n >= 0);
        {
          int k = 0;
          havoc k;
          if (nondet()) {
            assume(k < n);
            {
              k = k + 1;
            }
            assume(false);
          } else {
            assume(!(k < n));
          }
          f(a, n);
          n = n - 1;
        }
        if (nondet()) {
          assume(n > 0);
          assert(n >= 0);
          assume(false);
        } else {
          assume(!(n > 0));
        }
        assert(n <= 0);
    "#]],
    );
}
