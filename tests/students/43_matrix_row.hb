// Sets one row of a matrix to 5.
int n = nondet();
assume(n > 0);
int m[n][n];
int row = nondet(0, n);
for (int j = 0; j < n; j++) {
  m[row][j] = 5;
}
assert(forall k in 0..n: m[row][k] == 5);
