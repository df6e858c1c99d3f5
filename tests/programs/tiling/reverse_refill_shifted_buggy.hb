// Each value is one cell too far.
// from: TI Table 1, revrefill, changed
// tier: 1
// expect cell1: buggy
int n = nondet();
int a[n];
for (int i = 0; i < n; i++) { a[n - i] = i; }
assert(forall k in 0..n: a[k] == n - 1 - k);
