// Adds cells that all hold 1: the sum is the index.
// from: TI Table 1, sumarr, with known values
// tier: 2
// expect cell1: certified
int n = nondet();
assume(n >= 0);
int a[n];
for (int i = 0; i < n; i++) { a[i] = 1; }
int s = 0;
for (int i = 0; i < n; i++) { s += a[i]; }
assert(s == n);
