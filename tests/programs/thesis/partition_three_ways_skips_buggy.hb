// The cell that came from the back is not looked at.
// from: T Example 14, quick sort, with three parts, changed
// tier: 3
// expect cell1: buggy
int n = nondet();
int pivot = nondet();
int a[n];
int lo = 0;
int i = 0;
int hi = n;
while (i < hi) {
  if (a[i] < pivot)      { a[i], a[lo] = a[lo], a[i]; lo++; i++; }
  else if (a[i] > pivot) { hi--; a[i], a[hi] = a[hi], a[i]; i++; }
  else                   { i++; }
}
assert(forall k in 0..lo: a[k] < pivot);
assert(forall k in lo..i: a[k] == pivot);
assert(forall k in i..n: a[k] > pivot);
