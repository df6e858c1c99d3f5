// The other array is claimed.
// tier: 2
// expect tiling: buggy
int n = nondet();
assume(n > 0);
int a[n], b[n], c[n], d[n];
for (int i = 0; i < n; i++) { d[i] = c[i]; }
for (int i = 0; i < n; i++) { int t = a[i]; a[i] = b[i]; b[i] = c[i]; c[i] = t; }
assert(forall k in 0..n: a[k] == d[k]);
