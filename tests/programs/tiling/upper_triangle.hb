// Each row starts at the diagonal.
// tier: 2
// expect tiling: certified
int n = nondet();
assume(n > 0);
int a[n][n];
for (int i = 0; i < n; i++) {
  for (int j = i; j < n; j++) { a[i][j] = i; }
}
assert(forall p, q: 0 <= p && p <= q && q < n ==> a[p][q] == p);
