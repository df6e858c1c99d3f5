// Two is added each time.
// from: TI Table 1, seqinit, changed
// tier: 2
// expect cell1: buggy
int n = nondet();
int a[n];
a[0] = 7;
for (int i = 1; i < n; i++) { a[i] = a[i - 1] + 2; }
assert(forall k in 0..n: a[k] == k + 7);
