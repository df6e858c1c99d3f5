// Copies as many cells as a variable says that has nothing to do with the array.
// from: CM Table 1, copy, changed
// tier: 1
// expect cell1: buggy
int n = nondet();
int m = nondet();
int a[n];
int b[n];
int i = 0;
while (i < m) { b[i] = a[i]; i++; }
assert(forall k in 0..n: b[k] == a[k]);
