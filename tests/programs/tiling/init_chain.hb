// Three loops write the same cells; the last one counts.
// from: TI Table 1, init9 with three loops
// tier: 1
// expect cell1: certified
int n = nondet();
int a[n];
for (int i = 0; i < n; i++) { a[i] = 1; }
for (int i = 0; i < n; i++) { a[i] = 2; }
for (int i = 0; i < n; i++) { a[i] = 3; }
assert(forall k in 0..n: a[k] == 3);
