// Fills a cube with three nested loops.
// tier: 3
// expect cell1: certified
int n = nondet();
int v = nondet();
int c[n][n][n];
for (int i = 0; i < n; i++) {
  for (int j = 0; j < n; j++) {
    for (int k = 0; k < n; k++) {
      c[i][j][k] = v;
    }
  }
}
assert(forall i, j, k: 0 <= i < n && 0 <= j < n && 0 <= k < n ==> c[i][j][k] == v);
