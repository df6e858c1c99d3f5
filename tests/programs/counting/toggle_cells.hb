// A number that changes in each round is written to the cells.
// tier: 2
// expect cell1: certified
int n = nondet();
int a[n];
int t = 0;
for (int i = 0; i < n; i++) {
  a[i] = t;
  t = 1 - t;
}
assert(forall k in 0..n: a[k] == k % 2);
