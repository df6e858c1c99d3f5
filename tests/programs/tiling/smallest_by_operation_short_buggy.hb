// The last cell is not looked at.
// from: TI Table 1, smallest, changed
// tier: 1
// expect cell1: buggy
int n = nondet();
assume(n >= 1);
int a[n];
int m = a[0];
for (int i = 0; i < n - 1; i++) { m = min(m, a[i]); }
assert(forall k in 0..n: a[k] >= m);
