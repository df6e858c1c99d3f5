// The last one falls.
// tier: 2
// expect tiling: buggy
int n = nondet();
assume(n > 0);
int a[n];
for (int i = 0; i < n; i++) { a[i] = i < 3 ? 2 * i : 3; }
assert(forall k in 0..n - 1: a[k] <= a[k + 1]);
