// Three copies, each of the one before.
// from: TI Table 1, copy9 with three loops
// tier: 2
// expect cell1: certified
int n = nondet();
int a[n];
int b[n];
int c[n];
int d[n];
for (int i = 0; i < n; i++) { b[i] = a[i]; }
for (int i = 0; i < n; i++) { c[i] = b[i]; }
for (int i = 0; i < n; i++) { d[i] = c[i]; }
assert(forall k in 0..n: d[k] == a[k]);
