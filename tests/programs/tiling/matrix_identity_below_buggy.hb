// Ones below the diagonal, too.
// tier: 2
// expect tiling: buggy
int n = nondet();
assume(n > 0);
int a[n][n];
for (int i = 0; i < n; i++) {
  for (int j = 0; j < n; j++) { if (i >= j) { a[i][j] = 1; } else { a[i][j] = 0; } }
}
assert(forall x in 0..n: forall y in 0..n: a[x][y] == (x == y ? 1 : 0));
