// Binary search for the first place that is not below x.
int n = nondet(), x = nondet();
assume(n >= 1);
int a[n];
assume(forall j, k: 0 <= j <= k < n ==> a[j] <= a[k]);
int lo = 0, hi = n;
while (lo < hi) {
  invariant 0 <= lo <= hi; // holds
  invariant hi <= n; // holds
  invariant forall k in 0..lo: a[k] < x; // holds
  invariant forall k in hi..n: a[k] >= x; // holds
  decreases hi - lo; // holds
  int mid = (lo + hi) / 2;
  if (a[mid] < x) lo = mid + 1; else hi = mid;
}
assert(forall k in 0..lo: a[k] < x); // enough
assert(forall k in lo..n: a[k] >= x); // enough
assert(lo < n && a[lo] == x ==> lo == hi); // enough
