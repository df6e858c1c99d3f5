// The matrix is copied as it is.
// from: CM Table 2, array_init_2D; a copy, changed
// tier: 3
// expect cell1: buggy
int m = nondet();
int n = nondet();
int a[m][n];
int b[n][m];
for (int i = 0; i < m; i++) {
  for (int j = 0; j < n; j++) { b[i][j] = a[i][j]; }
}
assert(forall p in 0..m: forall q in 0..n: b[q][p] == a[p][q]);
