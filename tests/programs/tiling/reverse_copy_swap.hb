// A reversed copy is made, then both arrays are exchanged.
// from: TI Table 1, revcpyswp
// tier: 3
// expect cell1: certified
int n = nondet();
int a[n];
int b[n];
int old[] = a;
for (int i = 0; i < n; i++) { b[n - 1 - i] = a[i]; }
for (int i = 0; i < n; i++) { a[i], b[i] = b[i], a[i]; }
assert(forall k in 0..n: a[k] == old[n - 1 - k]);
assert(forall k in 0..n: b[k] == old[k]);
