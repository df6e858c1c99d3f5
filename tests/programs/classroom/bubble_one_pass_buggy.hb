// One pass of bubble sort is not enough from three cells on.
// tier: 2
// expect cell2: buggy
int n = nondet();
int a[n];
for (int j = 0; j + 1 < n; j++) {
  if (a[j] > a[j + 1]) {
    int t = a[j];
    a[j] = a[j + 1];
    a[j + 1] = t;
  }
}
assert(sorted(a, 0, n));
