// Values outside of a range are set to its end.
// from: TI Table 1, mclceu
// tier: 1
// expect cell1: certified
int n = nondet();
int a[n];
for (int i = 0; i < n; i++) {
  if (a[i] > 15) { a[i] = 15; }
  if (a[i] < 0) { a[i] = 0; }
}
assert(forall k in 0..n: 0 <= a[k] <= 15);
