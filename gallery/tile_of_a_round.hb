// Each round takes care of one cell.
int n = nondet();
int a[n];
for (int i = 0; i < n; i++) {
  a[i] = 3 * i + 1;
}
assert(forall k in 0..n: a[k] == 3 * k + 1);
