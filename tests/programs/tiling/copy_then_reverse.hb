// A copy, and a reversed copy of the copy.
// from: TI Table 1, cpynrev
// tier: 2
// expect cell1: certified
int n = nondet();
int a[n];
int b[n];
int c[n];
for (int i = 0; i < n; i++) { b[i] = a[i]; }
for (int i = 0; i < n; i++) { c[i] = b[n - 1 - i]; }
assert(forall k in 0..n: c[k] == a[n - 1 - k]);
