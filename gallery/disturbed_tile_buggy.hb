// Each round writes its own cell and the one before.
int n = nondet();
int a[n];
for (int i = 1; i < n; i++) {
  a[i] = 1;
  a[i - 1] = 0;
}
assert(forall k in 1..n: a[k] == 1);
