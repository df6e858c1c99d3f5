// The first row is changed again.
// tier: 2
// expect tiling: buggy
int n = nondet(), m = nondet();
assume(n > 0 && m > 0);
int a[n][m];
for (int i = 0; i < n; i++) {
  for (int j = 0; j < m; j++) { a[i][j] = i; }
}
for (int j = 0; j < m; j++) {
  for (int i = 0; i < n; i++) { a[i][j] = a[i][j] + j; a[0][j] = 1; }
}
assert(forall x in 0..n: forall y in 0..m: a[x][y] == x + y);
