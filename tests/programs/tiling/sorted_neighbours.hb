// No cell is larger than the next one.
// tier: 2
// expect tiling: certified
int n = nondet();
assume(n > 0);
int a[n];
for (int i = 0; i < n; i++) { a[i] = 2 * i; }
assert(forall k in 0..n - 1: a[k] <= a[k + 1]);
