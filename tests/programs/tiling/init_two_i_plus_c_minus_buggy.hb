// The constant is subtracted.
// from: TI Table 1, init2ipc, changed
// tier: 1
// expect cell1: buggy
int n = nondet();
int c = nondet();
int a[n];
for (int i = 0; i < n; i++) { a[i] = 2 * i - c; }
assert(forall k in 0..n: a[k] == 2 * k + c);
assert(forall k in 0..n: a[k] >= c);
