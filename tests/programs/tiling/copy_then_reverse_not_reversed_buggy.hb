// The second copy is not reversed.
// from: TI Table 1, cpynrev, changed
// tier: 2
// expect cell1: buggy
int n = nondet();
int a[n];
int b[n];
int c[n];
for (int i = 0; i < n; i++) { b[i] = a[i]; }
for (int i = 0; i < n; i++) { c[i] = b[i]; }
assert(forall k in 0..n: c[k] == a[n - 1 - k]);
