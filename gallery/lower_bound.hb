// Binary search for the first cell that is not less than v.
int n = nondet();
int v = nondet();
int a[n];
assume(sorted(a, 0, n));
int lo = 0;
int hi = n;
while (lo < hi) {
  int mid = (lo + hi) / 2;
  if (a[mid] < v) { lo = mid + 1; } else { hi = mid; }
}
assert(forall k in 0..lo: a[k] < v);
assert(forall k in lo..n: a[k] >= v);
