// Differences of neighbours; summing them up gives the array back.
// tier: 2
// expect cell2: certified
// open: `b[k] == a[k]` needs two neighbours of `a` and a cell of `d` at the same time.
int n = nondet();
assume(n > 0);
int a[n];
int d[n];
int b[n];
for (int i = 0; i + 1 < n; i++) {
  d[i] = a[i + 1] - a[i];
}
b[0] = a[0];
for (int i = 0; i + 1 < n; i++) {
  b[i + 1] = b[i] + d[i];
}
assert(forall k in 0..n: b[k] == a[k]);
