int n = nondet();
int a[n + 1];
int old[n];
for (int i = 0; i < n; i++) {
  old[i] = a[i];
}
for (int i = n - 1; i >= 0; i--) {
  a[i + 1] = a[i];
}
assert(forall k in 0..n: a[k + 1] == old[k]);
