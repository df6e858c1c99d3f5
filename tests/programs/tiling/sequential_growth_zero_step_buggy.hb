// The step may be 0.
// from: TI Table 1, seqinit, with unknown steps, changed
// tier: 2
// expect cell1: buggy
int n = nondet();
int a[n];
a[0] = 0;
for (int i = 1; i < n; i++) {
  int d = nondet(0, 5);
  a[i] = a[i - 1] + d;
}
assert(forall k in 0..n: k <= a[k] <= 4 * k);
