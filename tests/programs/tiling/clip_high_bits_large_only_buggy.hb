// Small negative values are kept.
// from: TI Table 1, mclceu, changed
// tier: 1
// expect cell1: buggy
int n = nondet();
int a[n];
for (int i = 0; i < n; i++) {
  if (a[i] > 15) { a[i] = 15; }
  if (a[i] < -15) { a[i] = 0; }
}
assert(forall k in 0..n: 0 <= a[k] <= 15);
