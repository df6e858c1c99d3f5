// Rows become columns.
// from: CM Table 2, array_init_2D; a copy
// tier: 3
// expect cell1: certified
int m = nondet();
int n = nondet();
int a[m][n];
int b[n][m];
for (int i = 0; i < m; i++) {
  for (int j = 0; j < n; j++) { b[j][i] = a[i][j]; }
}
assert(forall p in 0..m: forall q in 0..n: b[q][p] == a[p][q]);
