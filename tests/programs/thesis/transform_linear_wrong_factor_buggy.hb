// The factor is wrong.
// from: T Example 14, copy; in the manner of transform, changed
// tier: 1
// expect cell1: buggy
int n = nondet();
int c = nondet();
int a[n];
int b[n];
for (int i = 0; i < n; i++) { b[i] = 3 * a[i] + c; }
assert(forall k in 0..n: b[k] == 2 * a[k] + c);
