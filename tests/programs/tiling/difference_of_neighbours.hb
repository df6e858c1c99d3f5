// Notes by how much each cell differs from the next one.
// from: TI Table 1, cpy, with two cells read
// tier: 2
// expect cell1: too-weak
// expect cell2: certified
int n = nondet();
int a[n];
int d[n];
for (int i = 0; i < n - 1; i++) { d[i] = a[i + 1] - a[i]; }
assert(forall k in 0..n - 1: a[k] + d[k] == a[k + 1]);
