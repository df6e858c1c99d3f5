// Removes all cells with value x, keeps the others.
int n = nondet();
assume(n > 0);
int a[n];
int x = nondet();
int m = 0;
for (int i = 0; i < n; i++) {
  if (a[i] != x) {
    a[m] = a[i];
    m++;
  }
}
assert(m <= n);
assert(forall k in 0..m: a[k] != x);
