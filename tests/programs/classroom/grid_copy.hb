// A grid is copied row by row; no abstraction is named.
// tier: 3
// expect cell1: certified
// expect auto: certified
int n = nondet(), m = nondet();
int g[][], t[][];
for (int i = 0; i < n; i++) {
  for (int j = 0; j < m; j++) {
    t[i][j] = g[i][j];
  }
}
assert(forall i, j: 0 <= i && i < n && 0 <= j && j < m ==> t[i][j] == g[i][j]);
