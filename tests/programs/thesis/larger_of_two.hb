// Each cell is the larger one of two arrays.
// from: T Example 14, copy, with two sources
// tier: 1
// expect cell1: certified
int n = nondet();
int a[n];
int b[n];
int c[n];
for (int i = 0; i < n; i++) {
  if (a[i] >= b[i]) { c[i] = a[i]; } else { c[i] = b[i]; }
}
assert(forall k in 0..n: c[k] >= a[k] && c[k] >= b[k]);
assert(forall k in 0..n: c[k] == a[k] || c[k] == b[k]);
