// The first cell is never copied.
// from: T Example 14, copy, changed
// tier: 1
// expect cell1: buggy
int n = nondet();
int a[n];
int b[n];
int i = n - 1;
while (i > 0) { b[i] = a[i]; i--; }
assert(forall k in 0..n: b[k] == a[k]);
