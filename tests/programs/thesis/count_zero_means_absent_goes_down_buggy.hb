// The counter goes down.
// from: T Example 14, count; only what zero means, changed
// tier: 2
// expect cell1: buggy
int n = nondet();
int v = nondet();
int a[n];
int c = 0;
for (int i = 0; i < n; i++) {
  if (a[i] == v) { c--; }
}
assert(c > 0 || (forall k in 0..n: a[k] != v));
