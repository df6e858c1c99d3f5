// The value is taken from the right neighbour.
// from: TI Fig. 3, changed
// tier: 2
// expect cell1: buggy
int n = nondet();
int limit = nondet();
int a[n];
for (int l = 0; l < n; l++) {
  if (l == 0 || l == n - 1) { a[l] = limit; }
  else if (a[l] < limit) {
    a[l + 1] = a[l] + 1;
    a[l] = a[l + 1];
  }
}
assert(forall k in 0..n: a[k] >= limit);
