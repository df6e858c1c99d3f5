// Smaller, equal and larger cells, in this order.
// from: T Example 14, quick sort, with three parts
// tier: 3
// expect cell1: certified
int n = nondet();
int pivot = nondet();
int a[n];
int lo = 0;
int i = 0;
int hi = n;
while (i < hi) {
  if (a[i] < pivot)      { a[i], a[lo] = a[lo], a[i]; lo++; i++; }
  else if (a[i] > pivot) { hi--; a[i], a[hi] = a[hi], a[i]; }
  else                   { i++; }
}
assert(forall k in 0..lo: a[k] < pivot);
assert(forall k in lo..i: a[k] == pivot);
assert(forall k in i..n: a[k] > pivot);
