int n = nondet();
int a[n];
int b[n];
int c[n];
for (int i = 0; i < n; i++) {
  c[i] = a[i];
}
for (int i = 0; i < n; i++) {
  int t = a[i];
  a[i] = b[i];
  b[i] = t;
}
assert(forall k in 0..n: b[k] == c[k]);
