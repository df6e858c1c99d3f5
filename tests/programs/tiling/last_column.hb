// The last column becomes an array of its own.
// tier: 2
// expect tiling: certified
int n = nondet(), m = nondet();
assume(n > 0 && m > 0);
int a[n][m], c[n];
for (int i = 0; i < n; i++) {
  for (int j = 0; j < m; j++) { a[i][j] = i + 2 * j; }
}
for (int i = 0; i < n; i++) { c[i] = a[i][m - 1]; }
assert(forall x in 0..n: c[x] == x + 2 * m - 2);
