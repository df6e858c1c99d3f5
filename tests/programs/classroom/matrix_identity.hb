// The identity matrix: zeros everywhere, then ones on the diagonal.
// tier: 2
// expect cell1: certified
int n = nondet();
int e[n][n];
for (int i = 0; i < n; i++) {
  for (int j = 0; j < n; j++) {
    e[i][j] = 0;
  }
}
for (int i = 0; i < n; i++) {
  e[i][i] = 1;
}
assert(forall i in 0..n: e[i][i] == 1);
assert(forall i, j: 0 <= i < n && 0 <= j < n && i != j ==> e[i][j] == 0);
