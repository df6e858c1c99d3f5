// The rounds go up, the cells down.
// tier: 2
// expect tiling: certified
int n = nondet();
assume(n > 0);
int a[n];
for (int i = 0; i < n; i++) { a[n - 1 - i] = i; }
assert(forall k in 0..n: a[k] == n - 1 - k);
