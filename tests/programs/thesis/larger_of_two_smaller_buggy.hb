// The smaller one is written.
// from: T Example 14, copy, with two sources, changed
// tier: 1
// expect cell1: buggy
int n = nondet();
int a[n];
int b[n];
int c[n];
for (int i = 0; i < n; i++) {
  if (a[i] <= b[i]) { c[i] = a[i]; } else { c[i] = b[i]; }
}
assert(forall k in 0..n: c[k] >= a[k] && c[k] >= b[k]);
assert(forall k in 0..n: c[k] == a[k] || c[k] == b[k]);
