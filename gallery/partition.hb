// Small values to the front, the others to the back.
int n = nondet();
int pivot = nondet();
int a[n];
int lo = 0;
int hi = n;
while (lo < hi) {
  if (a[lo] <= pivot) { lo++; }
  else { hi--; a[lo], a[hi] = a[hi], a[lo]; }
}
assert(forall k in 0..lo: a[k] <= pivot);
assert(forall k in lo..n: a[k] > pivot);
