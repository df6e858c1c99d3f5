// Makes the identity matrix.
int n = nondet();
assume(n > 0);
int m[n][n];
for (int i = 0; i < n; i++) {
  for (int j = 0; j < n; j++) {
    if (i == j) { m[i][j] = 1; } else { m[i][j] = 0; }
  }
}
assert(forall i in 0..n: m[i][i] == 1);
assert(forall i in 0..n: forall j in 0..n: i != j ==> m[i][j] == 0);
