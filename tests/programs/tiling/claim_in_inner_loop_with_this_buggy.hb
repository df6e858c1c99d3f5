// This cell is in it already.
// tier: 2
// expect tiling: buggy
int n = nondet(), m = nondet();
assume(n > 0 && m > 0);
int a[n][m];
for (int i = 0; i < n; i++) {
  for (int j = 0; j < m; j++) {
    assert(forall y in 0..j + 1: a[i][y] == i);
    a[i][j] = i;
  }
}
