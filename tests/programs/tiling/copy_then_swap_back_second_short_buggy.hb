// The second loop leaves out the last cells.
// from: TI Table 1, cpynswp2, changed
// tier: 3
// expect cell1: buggy
int n = nondet();
int a[n];
int b[n];
int acopy[] = a;
for (int i = 0; i < n; i++) { a[i], b[i] = b[i], a[i]; }
for (int i = 0; i < n - 1; i++) { a[i], b[i] = b[i], a[i]; }
assert(forall k in 0..n: a[k] == acopy[k]);
