// The last cell gets the number of the next round.
// from: TI Table 1, pnr3, changed
// tier: 3
// expect cell1: buggy
int n = nondet();
int a[];
for (int i = 0; i < n; i++) {
  a[3 * i] = i;
  a[3 * i + 1] = i;
  a[3 * i + 2] = i + 1;
}
assert(forall k in 0..3 * n: a[k] == k / 3);
