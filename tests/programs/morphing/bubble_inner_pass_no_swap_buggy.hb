// The larger value is put back where it was.
// from: CM Table 2, bubble_sort_simplified, one pass, changed
// tier: 2
// expect cell1: buggy
int n = nondet();
assume(n >= 1);
int a[n];
int i = 0;
while (i < n - 1) {
  if (a[i] > a[i + 1]) {
    int t = a[i];
    a[i] = a[i + 1];
    a[i] = t;
  }
  i++;
}
assert(forall k in 0..n: a[k] <= a[n - 1]);
