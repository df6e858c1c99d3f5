// Fills an array with zeros.
int n = nondet();
assume(n > 0);
int a[n];
for (int i = 0; i < n; i++) {
  a[i] = 0;
}
assert(forall k in 0..n: a[k] == 0);
