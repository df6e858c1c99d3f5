// One cell is skipped on the way up.
// from: CM Table 2, bin_search_check, changed
// tier: 3
// expect cell1: buggy
int n = nondet();
int v = nondet();
int a[n];
assume(sorted(a, 0, n));
int lo = 0;
int hi = n - 1;
int found = -1;
while (lo <= hi && found == -1) {
  int mid = (lo + hi) / 2;
  if (a[mid] < v)      { lo = mid + 2; }
  else if (a[mid] > v) { hi = mid - 1; }
  else                 { found = mid; }
}
assert(found != -1 || (forall k in 0..n: a[k] != v));
