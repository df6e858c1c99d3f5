// The place is one cell higher only.
// from: TI Table 1, cpy, with an offset, changed
// tier: 1
// expect cell1: buggy
int n = nondet();
int a[n];
int b[];
for (int i = 0; i < n; i++) { b[i + 1] = a[i]; }
assert(forall k: 2 <= k < n + 2 ==> b[k] == a[k - 2]);
