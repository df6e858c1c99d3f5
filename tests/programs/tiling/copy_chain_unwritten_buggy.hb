// The last copy is shifted by one.
// from: TI Table 1, copy9 with three loops, changed
// tier: 2
// expect cell1: buggy
int n = nondet();
int a[n];
int b[n];
int c[n];
int d[n];
for (int i = 0; i < n; i++) { b[i] = a[i]; }
for (int i = 0; i < n; i++) { c[i] = b[i]; }
for (int i = 0; i < n; i++) { d[i] = c[i + 1]; }
assert(forall k in 0..n: d[k] == a[k]);
