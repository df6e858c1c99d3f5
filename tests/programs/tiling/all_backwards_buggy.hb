// Cells of the diagonal stay as they are.
// tier: 2
// expect tiling: buggy
int n = nondet(), m = nondet();
assume(n > 0 && m > 0);
int a[n][m], b[n][m];
for (int i = n - 1; i >= 0; i--) {
  for (int j = m - 1; j >= 0; j--) { b[i][j] = a[i][j] + (i == j ? 0 : 1); }
}
assert(forall x in 0..n: forall y in 0..m: b[x][y] > a[x][y]);
