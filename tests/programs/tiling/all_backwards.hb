// From the last cell of the last row.
// tier: 2
// expect tiling: certified
int n = nondet(), m = nondet();
assume(n > 0 && m > 0);
int a[n][m], b[n][m];
for (int i = n - 1; i >= 0; i--) {
  for (int j = m - 1; j >= 0; j--) { b[i][j] = a[i][j] + 1; }
}
assert(forall x in 0..n: forall y in 0..m: b[x][y] > a[x][y]);
