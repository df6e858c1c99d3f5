// Each cell from the one to its left.
// tier: 2
// expect tiling: certified
int n = nondet(), m = nondet();
assume(n > 0 && m > 0);
int a[n][m];
for (int i = 0; i < n; i++) {
  a[i][0] = i;
  for (int j = 1; j < m; j++) { a[i][j] = a[i][j - 1] + 1; }
}
assert(forall x in 0..n: forall y in 0..m: a[x][y] == x + y);
