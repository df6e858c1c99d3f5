// A claim about the row so far.
// tier: 2
// expect tiling: certified
int n = nondet(), m = nondet();
assume(n > 0 && m > 0);
int a[n][m];
for (int i = 0; i < n; i++) {
  for (int j = 0; j < m; j++) {
    assert(forall y in 0..j: a[i][y] == i);
    a[i][j] = i;
  }
}
