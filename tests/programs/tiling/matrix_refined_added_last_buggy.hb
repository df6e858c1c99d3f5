// The third one adds two instead.
// tier: 2
// expect tiling: buggy
int n = nondet(), m = nondet();
assume(n > 0 && m > 0);
int a[n][m];
for (int i = 0; i < n; i++) {
  for (int j = 0; j < m; j++) { a[i][j] = i; }
}
for (int i = 0; i < n; i++) {
  for (int j = 0; j < m; j++) { a[i][j] = a[i][j] + j; }
}
for (int i = 0; i < n; i++) {
  for (int j = 0; j < m; j++) { a[i][j] = a[i][j] + 2; }
}
assert(forall x in 0..n: forall y in 0..m: a[x][y] == 2 * x + 2 * y);
