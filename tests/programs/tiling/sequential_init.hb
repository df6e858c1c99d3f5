// Each cell is computed from the one before.
// from: TI Table 1, seqinit
// tier: 2
// expect cell1: certified
int n = nondet();
int a[n];
a[0] = 7;
for (int i = 1; i < n; i++) { a[i] = a[i - 1] + 1; }
assert(forall k in 0..n: a[k] == k + 7);
