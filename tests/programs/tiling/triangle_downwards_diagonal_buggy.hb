// The diagonal is claimed as well.
// tier: 2
// expect tiling: buggy
int n = nondet();
assume(n > 0);
int a[n][n];
for (int i = 0; i < n; i++) {
  for (int j = n - 1; j > i; j--) { a[i][j] = j - i; }
}
assert(forall x in 0..n: forall y in x..n: a[x][y] > 0);
