// Filled from the last cell to the first.
// from: CM Table 2, revfill1D_check
// tier: 1
// expect cell1: certified
int n = nondet();
int a[n];
int i = n - 1;
while (i >= 0) { a[i] = i; i--; }
assert(forall k in 0..n: a[k] == k);
