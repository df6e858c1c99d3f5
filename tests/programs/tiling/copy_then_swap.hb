// One array is copied, then two are exchanged.
// from: TI Table 1, cpynswp; TI Fig. 4
// tier: 2
// expect cell1: certified
int n = nondet();
int a[n];
int b[n];
int acopy[n];
for (int i = 0; i < n; i++) { acopy[i] = a[i]; }
for (int i = 0; i < n; i++) { a[i], b[i] = b[i], a[i]; }
for (int i = 0; i < n; i++) { assert(b[i] == acopy[i]); }
