// The integer square root by halving an interval.
// tier: 2
// expect cell1: certified
int n = nondet();
assume(n >= 0);
int lo = 0;
int hi = n + 1;
while (hi - lo > 1) {
  int mid = (lo + hi) / 2;
  if (mid * mid <= n) {
    lo = mid;
  } else {
    hi = mid;
  }
}
assert(lo * lo <= n);
assert(n < (lo + 1) * (lo + 1));
