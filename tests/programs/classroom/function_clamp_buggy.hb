// Clamps all cells into a range; the caller may give the bounds in the wrong order.
// tier: 2
// expect cell1: buggy
int clamp(int x, int lo, int hi) {
  if (x < lo) return lo;
  if (x > hi) return hi;
  return x;
}
int n = nondet();
int lo = nondet();
int hi = nondet();
int a[n];
for (int i = 0; i < n; i++) {
  a[i] = clamp(a[i], lo, hi);
}
assert(forall k in 0..n: lo <= a[k] <= hi);
