// Copies one array into another.
int n = nondet();
assume(n > 0);
int a[n];
int b[n];
for (int i = 0; i < n; i++) {
  b[i] = a[i];
}
assert(forall k in 0..n: b[k] == a[k]);
