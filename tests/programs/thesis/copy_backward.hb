// Copies from the last cell to the first.
// from: T Example 14, copy
// tier: 1
// expect cell1: certified
int n = nondet();
int a[n];
int b[n];
int i = n - 1;
while (i >= 0) { b[i] = a[i]; i--; }
assert(forall k in 0..n: b[k] == a[k]);
