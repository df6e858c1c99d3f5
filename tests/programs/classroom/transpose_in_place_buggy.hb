// Transposes in place, but swaps each pair twice.
// tier: 2
// expect cell1: buggy
int n = nondet(1, 5);
int a[n][n];
int before[][] = a;
for (int i = 0; i < n; i++) {
  for (int j = 0; j < n; j++) {
    int t = a[i][j];
    a[i][j] = a[j][i];
    a[j][i] = t;
  }
}
assert(forall i, j: 0 <= i < n && 0 <= j < n ==> a[i][j] == before[j][i]);
