// The first cell is added twice.
// from: TI Table 1, sumarr, with known values, changed
// tier: 2
// expect cell1: buggy
int n = nondet();
assume(n >= 0);
int a[n];
for (int i = 0; i < n; i++) { a[i] = 1; }
int s = a[0];
for (int i = 0; i < n; i++) { s += a[i]; }
assert(s == n);
