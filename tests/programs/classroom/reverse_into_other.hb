// Writes the reversal of an array into another one.
// tier: 2
// expect cell1: certified
int n = nondet();
assume(n >= 0);
int a[n];
int b[n];
for (int i = 0; i < n; i++) {
  b[n - 1 - i] = a[i];
}
assert(forall k in 0..n: b[k] == a[n - 1 - k]);
