// The next round writes over the cell.
// from: CM Table 1, mergeinterleave, changed
// tier: 2
// expect cell1: buggy
int n = nondet();
int a[n];
int b[n];
int r[2 * n];
int i = 0;
while (i < n) {
  r[2 * i] = a[i];
  r[2 * i + 2] = b[i];
  i++;
}
assert(forall k in 0..n: r[2 * k] == a[k]);
assert(forall k in 0..n: r[2 * k + 1] == b[k]);
