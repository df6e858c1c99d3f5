// Transposes a matrix into another one.
int n = nondet();
assume(n > 0);
int a[n][n], b[n][n];
for (int i = 0; i < n; i++) {
  for (int j = 0; j < n; j++) {
    b[j][i] = a[i][j];
  }
}
assert(forall i in 0..n: forall j in 0..n: b[i][j] == a[j][i]);
