// Another row is copied.
// tier: 2
// expect tiling: buggy
int n = nondet(), m = nondet();
assume(n > 0 && m > 0);
int row = nondet(0, n);
int a[n][m], r[m];
for (int i = 0; i < n; i++) {
  for (int j = 0; j < m; j++) { a[i][j] = i + j; }
}
for (int j = 0; j < m; j++) { r[j] = a[0][j]; }
assert(forall y in 0..m: r[y] == row + y);
