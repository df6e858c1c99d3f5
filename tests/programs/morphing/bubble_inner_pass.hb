// One pass of bubble sort carries the largest value to the end.
// from: CM Table 2, bubble_sort_simplified, one pass
// tier: 2
// expect cell1: too-weak
// expect cell2: certified
int n = nondet();
assume(n >= 1);
int a[n];
int i = 0;
while (i < n - 1) {
  if (a[i] > a[i + 1]) {
    int t = a[i];
    a[i] = a[i + 1];
    a[i + 1] = t;
  }
  i++;
}
assert(forall k in 0..n: a[k] <= a[n - 1]);
