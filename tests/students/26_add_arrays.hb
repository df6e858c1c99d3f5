// Adds two arrays.
int n = nondet();
assume(n > 0);
int a[n], b[n], c[n];
for (int i = 0; i < n; i++) {
  c[i] = a[i] + b[i];
}
assert(forall k in 0..n: c[k] == a[k] + b[k]);
