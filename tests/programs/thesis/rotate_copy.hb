// A copy that begins at cell d and goes round.
// from: T Example 14, a variant of copy: rotate_copy
// tier: 2
// expect cell1: certified
int n = nondet();
int d = nondet();
assume(0 <= d && d < n);
int a[n];
int b[n];
for (int i = 0; i < n; i++) {
  if (i + d < n) { b[i] = a[i + d]; } else { b[i] = a[i + d - n]; }
}
assert(forall k in 0..n - d: b[k] == a[k + d]);
assert(forall k in n - d..n: b[k] == a[k + d - n]);
