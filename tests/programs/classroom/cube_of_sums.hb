// Each cell of a cube holds the sum of its places.
// tier: 3
// expect cell1: certified
int n = nondet();
int c[n][n][n];
for (int i = 0; i < n; i++) {
  for (int j = 0; j < n; j++) {
    for (int k = 0; k < n; k++) {
      c[i][j][k] = i + j + k;
    }
  }
}
assert(forall i, j, k: 0 <= i < n && 0 <= j < n && 0 <= k < n ==> c[i][j][k] == i + j + k);
