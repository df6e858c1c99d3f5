// Even values, then one more in each cell.
int n = nondet();
int a[n];
for (int i = 0; i < n; i++) {
  a[i] = 2 * nondet();
}
for (int i = 0; i < n; i++) {
  a[i] = a[i] + 1;
}
assert(forall k in 0..n: a[k] % 2 == 1);
