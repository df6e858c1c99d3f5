// The two lengths are exchanged in the claim.
// from: CM Table 2, array_init_2D, changed
// tier: 2
// expect cell1: buggy
int m = nondet();
int n = nondet();
int a[m][n];
int i = 0;
while (i < m) {
  int j = 0;
  while (j < n) { a[i][j] = 0; j++; }
  i++;
}
assert(forall p, q: 0 <= p < n && 0 <= q < m ==> a[p][q] == 0);
