// Each cell from the one before it.
// tier: 2
// expect tiling: certified
int n = nondet();
assume(n > 0);
int a[];
a[0] = 0;
for (int i = 1; i < n; i++) { a[i] = a[i-1] + 1; }
assert(forall k in 0..n: a[k] == k);
