// The last row is no border.
// tier: 2
// expect tiling: buggy
int n = nondet(), m = nondet();
assume(n > 0 && m > 0);
int a[n][m];
for (int i = 0; i < n; i++) {
  for (int j = 0; j < m; j++) { a[i][j] = 1; }
}
for (int i = 0; i < n; i++) { a[i][0] = 0; a[i][m - 1] = 0; }
for (int j = 0; j < m; j++) { a[0][j] = 0; }
assert(forall x in 0..n: forall y in 0..m: a[x][y] == (x == 0 || y == 0 || x == n - 1 || y == m - 1 ? 0 : 1));
