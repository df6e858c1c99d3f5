// Each cell gets the value from two places further.
// from: T Example 14, insert; its inverse, with a whole-array operation, changed
// tier: 2
// expect cell1: buggy
int n = nondet();
int pos = nondet();
assume(0 <= pos && pos < n);
int a[n];
int expected[] = erase(a, pos);
for (int i = pos; i < n - 1; i++) { a[i] = a[i + 2]; }
assert(bound_eq(a, expected, 0, n - 1));
