// A reversed copy, and then a swap.
// tier: 2
// expect tiling: certified
int n = nondet();
assume(n > 0);
int a[n], b[n], c[n];
for (int i = 0; i < n; i++) { c[n-1-i] = a[i]; }
for (int i = 0; i < n; i++) { int t = a[i]; a[i] = b[i]; b[i] = t; }
assert(forall k in 0..n: b[k] == c[n-1-k]);
