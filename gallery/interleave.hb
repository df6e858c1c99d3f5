// The cells of two arrays in turn.
int n = nondet();
int a[n];
int b[n];
int r[2 * n];
for (int i = 0; i < n; i++) {
  r[2 * i] = a[i];
  r[2 * i + 1] = b[i];
}
assert(forall k in 0..n: r[2 * k] == a[k]);
assert(forall k in 0..n: r[2 * k + 1] == b[k]);
