// The copy in the middle lacks the last cell.
// from: TI Table 1, copy9 with three loops, changed
// tier: 2
// expect cell1: buggy
int n = nondet();
int a[n];
int b[n];
int c[n];
int d[n];
for (int i = 0; i < n; i++) { b[i] = a[i]; }
for (int i = 0; i < n - 1; i++) { c[i] = b[i]; }
for (int i = 0; i < n; i++) { d[i] = c[i]; }
assert(forall k in 0..n: d[k] == a[k]);
