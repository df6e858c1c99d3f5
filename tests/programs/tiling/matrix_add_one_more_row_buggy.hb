// The claim has one more row.
// tier: 2
// expect tiling: buggy
int n = nondet(), m = nondet();
assume(n > 0 && m > 0);
int a[n][m], b[n][m], c[n][m];
for (int i = 0; i < n; i++) {
  for (int j = 0; j < m; j++) { c[i][j] = a[i][j] + b[i][j]; }
}
assert(forall p, q: 0 <= p && p <= n && 0 <= q && q < m ==> c[p][q] == a[p][q] + b[p][q]);
