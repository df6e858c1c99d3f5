// The smaller of two values, taken along.
// from: TI Table 1, smallest
// tier: 1
// expect cell1: certified
int n = nondet();
assume(n >= 1);
int a[n];
int m = a[0];
for (int i = 0; i < n; i++) { m = min(m, a[i]); }
assert(forall k in 0..n: a[k] >= m);
