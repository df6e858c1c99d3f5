// Stops one cell too early.
// from: T Example 14, quick sort, changed
// tier: 2
// expect cell1: buggy
int n = nondet();
int pivot = nondet();
int a[n];
int lo = 0;
int hi = n;
while (lo < hi - 1) {
  if (a[lo] <= pivot) { lo++; }
  else { hi--; a[lo], a[hi] = a[hi], a[lo]; }
}
assert(forall k in 0..lo: a[k] <= pivot);
assert(forall k in lo..n: a[k] > pivot);
