// It changes before it is written.
// tier: 2
// expect cell1: buggy
int n = nondet();
int a[n];
int t = 0;
for (int i = 0; i < n; i++) {
  t = 1 - t;
  a[i] = t;
}
assert(forall k in 0..n: a[k] == k % 2);
