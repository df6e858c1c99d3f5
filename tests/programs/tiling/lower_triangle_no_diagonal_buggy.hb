// The diagonal is left out.
// tier: 2
// expect tiling: buggy
int n = nondet();
assume(n > 0);
int a[n][n];
for (int i = 0; i < n; i++) {
  for (int j = 0; j < i; j++) { a[i][j] = 1; }
}
assert(forall x in 0..n: forall y in 0..x + 1: a[x][y] == 1);
