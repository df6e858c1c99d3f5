// The claim is about the other half.
// tier: 2
// expect tiling: buggy
int n = nondet();
assume(n > 0);
int a[n][n];
for (int i = 0; i < n; i++) {
  for (int j = i; j < n; j++) { a[i][j] = i; }
}
assert(forall p, q: 0 <= p && q <= p && 0 <= q && p < n ==> a[p][q] == p);
