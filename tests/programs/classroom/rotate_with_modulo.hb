// Rotates by d into another array; the index wraps.
// tier: 2
// expect cell1: certified
int n = nondet();
int d = nondet();
assume(n > 0 && 0 <= d && d < n);
int a[n];
int b[n];
for (int i = 0; i < n; i++) {
  b[i] = a[(i + d) % n];
}
assert(forall k in 0..n - d: b[k] == a[k + d]);
assert(forall k in n - d..n: b[k] == a[k + d - n]);
