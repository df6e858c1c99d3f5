// Reverses an array in place, loop to the middle.
int n = nondet();
assume(n > 0);
int a[n];
int b[n];
for (int i = 0; i < n; i++) {
  b[i] = a[i];
}
for (int i = 0; i < n / 2; i++) {
  int t = a[i];
  a[i] = a[n - 1 - i];
  a[n - 1 - i] = t;
}
assert(forall k in 0..n: a[k] == b[n - 1 - k]);
