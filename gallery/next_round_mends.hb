// Each round writes two cells.
int n = nondet();
int a[n + 1];
for (int i = 0; i < n; i++) {
  a[i] = 5;
  a[i + 1] = -1;
}
assert(forall k in 0..n: a[k] == 5);
