// Each cell holds twice its index and a constant.
// from: TI Table 1, init2ipc
// tier: 1
// expect cell1: certified
int n = nondet();
int c = nondet();
int a[n];
for (int i = 0; i < n; i++) { a[i] = 2 * i + c; }
assert(forall k in 0..n: a[k] == 2 * k + c);
assert(forall k in 0..n: a[k] >= c);
