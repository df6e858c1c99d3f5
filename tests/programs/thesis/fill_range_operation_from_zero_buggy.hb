// The loop fills from cell 0, not from lo.
// from: T Example 14, constant value, with a whole-array operation, changed
// tier: 1
// expect cell1: buggy
int lo = nondet();
int hi = nondet();
int v = nondet();
int a[];
int expected[] = fill(a, lo, hi, v);
for (int i = 0; i < hi; i++) { a[i] = v; }
assert(a == expected);
