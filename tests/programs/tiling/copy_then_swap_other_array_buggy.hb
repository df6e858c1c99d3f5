// The claim is about the other array.
// from: TI Table 1, cpynswp; TI Fig. 4, changed
// tier: 2
// expect cell1: buggy
int n = nondet();
int a[n];
int b[n];
int acopy[n];
for (int i = 0; i < n; i++) { acopy[i] = a[i]; }
for (int i = 0; i < n; i++) { a[i], b[i] = b[i], a[i]; }
for (int i = 0; i < n; i++) { assert(a[i] == acopy[i]); }
