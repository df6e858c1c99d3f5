// Above the diagonal, from the end of each row.
// tier: 2
// expect tiling: certified
int n = nondet();
assume(n > 0);
int a[n][n];
for (int i = 0; i < n; i++) {
  for (int j = n - 1; j > i; j--) { a[i][j] = j - i; }
}
assert(forall x in 0..n: forall y in x + 1..n: a[x][y] > 0);
