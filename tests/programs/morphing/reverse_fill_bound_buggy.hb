// The first cell is never written.
// from: CM Table 2, revfill1D_check, changed
// tier: 1
// expect cell1: buggy
int n = nondet();
int a[n];
int i = n - 1;
while (i >= 1) { a[i] = i; i--; }
assert(forall k in 0..n: a[k] == k);
