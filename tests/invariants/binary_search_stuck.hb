// Binary search that forgets the + 1, with a wrong measure.
int n = nondet(), x = nondet();
assume(n >= 2);
int a[n];
int lo = 0, hi = n;
while (hi - lo > 1) {
  invariant 0 <= lo < hi <= n; // holds
  invariant lo == 0 || a[lo] <= x; // holds
  invariant hi == n || a[hi] > x; // holds
  invariant hi - lo >= 2; // false
  decreases hi - lo - 1; // holds
  int mid = (lo + hi) / 2;
  if (a[mid] <= x) { lo = mid; } else { hi = mid; }
}
assert(lo > 0 ==> a[lo] <= x); // enough
assert(hi < n ==> a[hi] > x); // enough
assert(hi == lo + 1); // enough
