// Copies a column.
// from: CM Table 2, array_init_2D; a copy of one row, changed
// tier: 2
// expect cell1: buggy
int n = nondet();
int r = nondet();
int a[][];
int b[n];
for (int j = 0; j < n; j++) { b[j] = a[j][r]; }
assert(forall k in 0..n: b[k] == a[r][k]);
