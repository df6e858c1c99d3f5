// The value of the last but one loop is claimed.
// from: TI Table 1, init9, changed
// tier: 2
// expect cell1: buggy
int n = nondet();
int a[n];
for (int i = 0; i < n; i++) { a[i] = 1; }
for (int i = 0; i < n; i++) { a[i] = 2; }
for (int i = 0; i < n; i++) { a[i] = 3; }
for (int i = 0; i < n; i++) { a[i] = 4; }
for (int i = 0; i < n; i++) { a[i] = 5; }
for (int i = 0; i < n; i++) { a[i] = 6; }
for (int i = 0; i < n; i++) { a[i] = 7; }
for (int i = 0; i < n; i++) { a[i] = 8; }
for (int i = 0; i < n; i++) { a[i] = 9; }
assert(forall k in 0..n: a[k] == 8);
