// Exchanges the cells of two arrays one by one.
int n = nondet();
int a[n];
int b[n];
int old[] = a;
for (int i = 0; i < n; i++) {
  int t = a[i];
  a[i] = b[i];
  b[i] = t;
}
assert(forall k in 0..n: b[k] == old[k]);
