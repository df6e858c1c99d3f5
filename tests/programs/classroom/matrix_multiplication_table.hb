// Fills a matrix with the sum of its indices.
// tier: 2
// expect cell1: certified
int n = nondet();
int m = nondet();
int t[n][m];
for (int i = 0; i < n; i++) {
  for (int j = 0; j < m; j++) {
    t[i][j] = i + j;
  }
}
assert(forall i, j: 0 <= i < n && 0 <= j < m ==> t[i][j] == i + j);
