// The index is never updated.
// from: T Example 14, max; its value is kept as well, changed
// tier: 1
// expect cell1: buggy
int n = nondet();
assume(n >= 1);
int a[n];
int p = 0;
int m = a[0];
for (int i = 1; i < n; i++) {
  if (a[i] > m) { m = a[i]; }
}
assert(0 <= p < n && a[p] == m);
assert(forall k in 0..n: a[k] <= m);
