// The last loop writes the first half only.
// from: TI Table 1, init9 with three loops, changed
// tier: 1
// expect cell1: buggy
int n = nondet();
int a[n];
for (int i = 0; i < n; i++) { a[i] = 1; }
for (int i = 0; i < n; i++) { a[i] = 2; }
for (int i = 0; i < n / 2; i++) { a[i] = 3; }
assert(forall k in 0..n: a[k] == 3);
