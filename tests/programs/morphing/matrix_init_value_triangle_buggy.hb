// Only the cells below the diagonal are written.
// from: CM Table 2, array_init_2D, changed
// tier: 2
// expect cell1: buggy
int m = nondet();
int n = nondet();
int a[m][n];
int i = 0;
while (i < m) {
  int j = 0;
  while (j < i) { a[i][j] = 0; j++; }
  i++;
}
assert(forall p, q: 0 <= p < m && 0 <= q < n ==> a[p][q] == 0);
