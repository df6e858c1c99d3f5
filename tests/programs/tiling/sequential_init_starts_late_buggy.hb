// The second cell is left out.
// from: TI Table 1, seqinit, changed
// tier: 2
// expect cell1: buggy
int n = nondet();
int a[n];
a[0] = 7;
for (int i = 2; i < n; i++) { a[i] = a[i - 1] + 1; }
assert(forall k in 0..n: a[k] == k + 7);
