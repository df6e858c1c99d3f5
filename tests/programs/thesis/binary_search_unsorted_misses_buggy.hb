// Nothing says that the array is sorted.
// from: T Example 14, binary search, changed
// tier: 2
// expect cell1: buggy
int n = nondet();
int v = nondet();
int a[n];
int lo = 0;
int hi = n - 1;
int found = -1;
while (lo <= hi && found == -1) {
  int mid = (lo + hi) / 2;
  if (a[mid] < v)      { lo = mid + 1; }
  else if (a[mid] > v) { hi = mid - 1; }
  else                 { found = mid; }
}
assert(found != -1 || (forall k in 0..n: a[k] != v));
