// Adds cells that are not negative.
// from: TI Table 1, sumarr, a bound only
// tier: 1
// expect cell1: certified
int n = nondet();
int a[n];
assume(forall k in 0..n: a[k] >= 0);
int s = 0;
for (int i = 0; i < n; i++) { s += a[i]; }
assert(s >= 0);
