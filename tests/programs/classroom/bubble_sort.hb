// Bubble sort with a shrinking end.
// tier: 2
// expect cell2: certified
int n = nondet();
int a[n];
for (int end = n; end > 1; end--) {
  for (int j = 0; j + 1 < end; j++) {
    if (a[j] > a[j + 1]) {
      int t = a[j];
      a[j] = a[j + 1];
      a[j + 1] = t;
    }
  }
}
assert(forall x, y: 0 <= x < y < n ==> a[x] <= a[y]);
