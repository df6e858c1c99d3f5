// Swaps with the cell behind the end.
// from: T Example 14, quick sort, changed
// tier: 2
// expect cell1: buggy
int n = nondet();
int pivot = nondet();
int a[n];
int lo = 0;
int hi = n;
while (lo < hi) {
  if (a[lo] <= pivot) { lo++; }
  else { a[lo], a[hi] = a[hi], a[lo]; hi--; }
}
assert(forall k in 0..lo: a[k] <= pivot);
assert(forall k in lo..n: a[k] > pivot);
