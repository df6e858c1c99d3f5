// Two arrays are copied and swapped.
// tier: 2
// expect tiling: certified
int n = nondet();
assume(n > 0);
int a[n], b[n], c[n], d[n];
for (int i = 0; i < n; i++) { c[i] = a[i]; }
for (int i = 0; i < n; i++) { d[i] = b[i]; }
for (int i = 0; i < n; i++) { int t = a[i]; a[i] = b[i]; b[i] = t; }
assert(forall k in 0..n: a[k] == d[k]);
assert(forall k in 0..n: b[k] == c[k]);
