// Row by row, and in each row cell by cell.
int m = nondet();
int n = nondet();
int a[m][n];
for (int i = 0; i < m; i++) {
  for (int j = 0; j < n; j++) {
    a[i][j] = i + j;
  }
}
assert(forall p in 0..m: forall q in 0..n: a[p][q] == p + q);
