// No cell is larger than the last one.
// tier: 2
// expect tiling: certified
int n = nondet();
assume(n > 0);
int a[n];
for (int i = 0; i < n; i++) { a[i] = i + 4; }
assert(forall k in 0..n: a[k] <= a[n - 1]);
