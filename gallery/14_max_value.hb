// The largest value so far.
int n = nondet();
int a[n];
assume(n >= 1);
int m = a[0];
for (int i = 1; i < n; i++) {
  if (a[i] > m) { m = a[i]; }
}
assert(forall k in 0..n: a[k] <= m);
