// With an odd length the cell in the middle is left out.
// from: TI Table 1, tcpy, changed
// tier: 2
// expect cell1: buggy
int n = nondet();
int a[n];
int b[n];
for (int i = 0; i < n / 2; i++) {
  b[i] = a[i];
  b[n - 1 - i] = a[n - 1 - i];
}
assert(forall k in 0..n: b[k] == a[k]);
