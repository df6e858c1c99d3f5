// Each cell of a matrix holds the sum of its two indices.
// from: CM Table 2, array_init_2D, with other values
// tier: 2
// expect cell1: certified
int m = nondet();
int n = nondet();
int a[m][n];
for (int i = 0; i < m; i++) {
  for (int j = 0; j < n; j++) { a[i][j] = i + j; }
}
assert(forall p in 0..m: forall q in 0..n: a[p][q] == p + q);
