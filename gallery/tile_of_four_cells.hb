// Each round takes care of four cells.
int n = nondet();
int a[4 * n];
for (int i = 0; i < n; i++) {
  a[4 * i] = i;
  a[4 * i + 1] = i;
  a[4 * i + 2] = i;
  a[4 * i + 3] = i;
}
assert(forall k in 0..4 * n: a[k] == k / 4);
