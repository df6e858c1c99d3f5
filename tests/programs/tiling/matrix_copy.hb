// Another matrix, cell by cell.
// tier: 2
// expect tiling: certified
int n = nondet(), m = nondet();
assume(n > 0 && m > 0);
int a[n][m], b[n][m];
for (int i = 0; i < n; i++) {
  for (int j = 0; j < m; j++) { b[i][j] = a[i][j]; }
}
assert(forall x in 0..n: forall y in 0..m: b[x][y] == a[x][y]);
