int n = nondet();
int a[n];
assert(count(a, 0, n) == 0);
assert(count(a, 0, n, 1, (x) -> x > 0) == 0);
assert(count(a, (x) -> x > 0) == 0);
assert(count(a, 0, n, (x) -> x) == 0);
assert(count(n, 0, n, (x) -> x > 0) == 0);
assert(count(a, 0, n, (x) -> x == nondet()) == 0);
assert(count(a, 0, nondet(), (x) -> x == 0) == 0);
assert(count(a, 0, n, (x, x) -> x == 0) == 0);
assert(count(a, 0, n, (x) -> x > y) == 0);
// expected:
// 3:8: error: `count` takes an array, a range, and a value or a formula: `count(a, lo, hi, v)`, `count(a, lo, hi, (x, i) -> x == i)`
// 4:8: error: `count` takes an array, a range, and a value or a formula: `count(a, lo, hi, v)`, `count(a, lo, hi, (x, i) -> x == i)`
// 5:8: error: `count` takes an array, a range, and a value or a formula: `count(a, lo, hi, v)`, `count(a, lo, hi, (x, i) -> x == i)`
// 6:30: error: a truth value (bool) is needed here, but this is a number (int)
//   hint: compare it, as in `x != 0`
// 7:14: error: `n` is a number (int), not an array
// 7:30: error: there is no variable `x` here
//   hint: declare it before the block
// 8:35: error: `nondet()` cannot stand inside a quantified formula
//   hint: choose the value first: `int v = nondet();`
// 9:20: error: `nondet()` cannot stand inside a quantified formula
//   hint: choose the value first: `int v = nondet();`
// 10:8: warning: data abstraction alone takes `count` with a formula for any integer
//   hint: ghost variables can follow it: the methods `auto` and `instrument` try them
// 10:24: error: `x` is bound twice
// 11:34: error: there is no variable `y` here
//   hint: declare it first, as in `int y;`
