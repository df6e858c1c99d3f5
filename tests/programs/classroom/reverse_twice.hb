// Two reversals into new arrays give the array back.
// tier: 2
// expect cell1: certified
int n = nondet();
int a[n];
int b[n];
int c[n];
for (int i = 0; i < n; i++) {
  b[i] = a[n - 1 - i];
}
for (int i = 0; i < n; i++) {
  c[i] = b[n - 1 - i];
}
assert(forall k in 0..n: c[k] == a[k]);
