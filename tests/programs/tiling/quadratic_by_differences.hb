// Squares by addition: each cell is the one before and an odd number.
// from: TI Table 1, poly2, as differences
// tier: 2
// expect cell1: certified
int n = nondet();
int a[n];
a[0] = 0;
for (int i = 1; i < n; i++) { a[i] = a[i - 1] + 2 * i - 1; }
assert(forall k in 0..n: a[k] >= k);
