// The largest value is known only by its index.
int n = nondet();
int a[n];
assume(n >= 1);
int p = 0;
for (int i = 1; i < n; i++) {
  if (a[i] > a[p]) { p = i; }
}
assert(forall k in 0..n: a[k] <= a[p]);
