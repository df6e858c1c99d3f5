// One loop writes 0, the next one adds 1 to each cell.
// from: TI Table 1, initnincr
// tier: 1
// expect cell1: certified
int n = nondet();
int a[n];
for (int i = 0; i < n; i++) { a[i] = 0; }
for (int i = 0; i < n; i++) { a[i] = a[i] + 1; }
assert(forall k in 0..n: a[k] == 1);
