// The values change from loop to loop.
int n = nondet();
int a[n];
for (int i = 0; i < n; i++) {
  a[i] = i;
}
for (int i = 0; i < n; i++) {
  a[i] = 2 * a[i];
}
for (int i = 0; i < n; i++) {
  a[i] = a[i] + n;
}
for (int i = 0; i < n; i++) {
  a[i] = a[i] - i;
}
for (int i = 0; i < n; i++) {
  a[i] = 3 * a[i];
}
assert(forall k in 0..n: a[k] == 3 * k + 3 * n);
