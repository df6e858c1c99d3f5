// One pass of bubble sort.
int n = nondet();
assume(n >= 1);
int a[n];
for (int i = 0; i < n - 1; i++) {
  if (a[i] > a[i + 1]) {
    a[i], a[i + 1] = a[i + 1], a[i];
  }
}
assert(forall k in 0..n: a[k] <= a[n - 1]);
