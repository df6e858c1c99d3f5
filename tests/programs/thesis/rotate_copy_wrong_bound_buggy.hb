// One cell is read behind the end.
// from: T Example 14, a variant of copy: rotate_copy, changed
// tier: 2
// expect cell1: buggy
int n = nondet();
int d = nondet();
assume(0 <= d && d < n);
int a[n];
int b[n];
for (int i = 0; i < n; i++) {
  if (i + d <= n) { b[i] = a[i + d]; } else { b[i] = a[i + d - n]; }
}
assert(forall k in 0..n - d: b[k] == a[k + d]);
assert(forall k in n - d..n: b[k] == a[k + d - n]);
