// Only the first half is written.
// from: T Example 14, rev, changed
// tier: 1
// expect cell1: buggy
int n = nondet();
int a[n];
int b[n];
for (int i = 0; i < n / 2; i++) { b[i] = a[n - 1 - i]; }
assert(forall k in 0..n: b[k] == a[n - 1 - k]);
