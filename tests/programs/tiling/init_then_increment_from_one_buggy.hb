// Each cell is counted from its neighbour.
// from: TI Table 1, initnincr, changed
// tier: 1
// expect cell1: buggy
int n = nondet();
int a[n];
for (int i = 0; i < n; i++) { a[i] = 0; }
for (int i = 0; i < n; i++) { a[i] = a[i - 1] + 1; }
assert(forall k in 0..n: a[k] == 1);
