// All cells are copied.
// from: CM Table 1, partialcopy, changed
// tier: 1
// expect cell1: buggy
int n = nondet();
int m = nondet();
assume(0 <= m && m <= n);
int a[n];
int b[n];
int old[] = b;
int i = 0;
while (i < n) { b[i] = a[i]; i++; }
assert(forall k in 0..m: b[k] == a[k]);
assert(forall k in m..n: b[k] == old[k]);
