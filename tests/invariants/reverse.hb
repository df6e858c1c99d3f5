// Reverse an array in place with two indices.
int n = nondet();
assume(n >= 0);
int a[n];
int orig[] = a;
int lo = 0, hi = n - 1;
while (lo < hi) {
  invariant lo + hi == n - 1; // holds
  invariant 0 <= lo <= hi + 1; // holds
  invariant forall k in 0..lo: a[k] == orig[n - 1 - k] && a[n - 1 - k] == orig[k]; // holds
  invariant forall k in lo..hi + 1: a[k] == orig[k]; // holds
  decreases hi - lo; // holds
  int t = a[lo];
  a[lo] = a[hi];
  a[hi] = t;
  lo++;
  hi--;
}
assert(forall k in 0..n: a[k] == orig[n - 1 - k]); // enough
