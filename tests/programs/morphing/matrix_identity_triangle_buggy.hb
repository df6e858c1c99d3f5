// Ones above the diagonal as well.
// from: CM Table 2, array_init_2D, with other values, changed
// tier: 2
// expect cell1: buggy
int n = nondet();
int a[n][n];
for (int i = 0; i < n; i++) {
  for (int j = 0; j < n; j++) {
    if (i <= j) { a[i][j] = 1; } else { a[i][j] = 0; }
  }
}
assert(forall p in 0..n: forall q in 0..n: a[p][q] == (p == q ? 1 : 0));
