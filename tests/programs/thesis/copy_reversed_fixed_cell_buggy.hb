// All cells get the value of the last one.
// from: T Example 14, rev, changed
// tier: 1
// expect cell1: buggy
int n = nondet();
int a[n];
int b[n];
for (int i = 0; i < n; i++) { b[i] = a[n - 1]; }
assert(forall k in 0..n: b[k] == a[n - 1 - k]);
