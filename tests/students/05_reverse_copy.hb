// Copies an array backwards into another one.
int n = nondet();
assume(n > 0);
int a[n];
int b[n];
for (int i = 0; i < n; i++) {
  b[i] = a[n - 1 - i];
}
assert(forall k in 0..n: b[k] == a[n - 1 - k]);
