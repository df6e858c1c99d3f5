// The difference is taken the other way round.
// from: TI Table 1, cpy, with two cells read, changed
// tier: 2
// expect cell1: buggy
int n = nondet();
int a[n];
int d[n];
for (int i = 0; i < n - 1; i++) { d[i] = a[i] - a[i + 1]; }
assert(forall k in 0..n - 1: a[k] + d[k] == a[k + 1]);
