// The last cell of each row is left out.
// tier: 2
// expect tiling: buggy
int n = nondet(), m = nondet();
assume(n > 0 && m > 0);
int a[n][m];
for (int i = 0; i < n; i++) {
  for (int j = 0; j < m - 1; j++) { a[i][j] = 7; }
}
assert(forall x in 0..n: forall y in 0..m: a[x][y] == 7);
