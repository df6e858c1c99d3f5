// Moves all cells one to the left.
int n = nondet();
assume(n > 0);
int a[n];
int old[] = a;
for (int i = 0; i < n - 1; i++) {
  a[i] = a[i + 1];
}
assert(forall k in 0..n - 1: a[k] == old[k + 1]);
