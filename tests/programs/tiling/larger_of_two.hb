// The larger of two cells, and then one more.
// tier: 2
// expect tiling: certified
int n = nondet();
assume(n > 0);
int a[n], b[n], c[n];
for (int i = 0; i < n; i++) { if (a[i] > b[i]) { c[i] = a[i]; } else { c[i] = b[i]; } }
for (int i = 0; i < n; i++) { c[i] = c[i] + 1; }
assert(forall k in 0..n: c[k] > a[k] && c[k] > b[k]);
