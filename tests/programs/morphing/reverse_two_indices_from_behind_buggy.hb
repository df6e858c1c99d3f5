// The second index starts behind the last cell.
// from: CM Table 1, reverse, changed
// tier: 1
// expect cell1: buggy
int n = nondet();
int a[n];
int b[n];
int i = 0;
int j = n;
while (i < n) { b[j] = a[i]; i++; j--; }
assert(forall k in 0..n: b[k] == a[n - 1 - k]);
