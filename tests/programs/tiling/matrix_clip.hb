// What is too large is cut off.
// tier: 2
// expect tiling: certified
int n = nondet(), m = nondet();
assume(n > 0 && m > 0);
int top = nondet();
int a[n][m];
for (int i = 0; i < n; i++) {
  for (int j = 0; j < m; j++) { if (a[i][j] > top) { a[i][j] = top; } }
}
assert(forall x in 0..n: forall y in 0..m: a[x][y] <= top);
