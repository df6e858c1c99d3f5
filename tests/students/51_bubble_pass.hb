// One pass of bubble sort puts the maximum last.
int n = nondet();
assume(n > 0);
int a[n];
for (int i = 0; i < n - 1; i++) {
  if (a[i] > a[i + 1]) {
    int t = a[i];
    a[i] = a[i + 1];
    a[i + 1] = t;
  }
}
assert(forall k in 0..n: a[k] <= a[n - 1]);
