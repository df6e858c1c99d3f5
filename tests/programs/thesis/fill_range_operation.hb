// A loop does what the operation fill does.
// from: T Example 14, constant value, with a whole-array operation
// tier: 1
// expect cell1: certified
int lo = nondet();
int hi = nondet();
int v = nondet();
int a[];
int expected[] = fill(a, lo, hi, v);
for (int i = lo; i < hi; i++) { a[i] = v; }
assert(a == expected);
