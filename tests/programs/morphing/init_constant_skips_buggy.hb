// Only every third cell is written.
// from: CM Table 1, initcte, changed
// tier: 1
// expect cell1: buggy
int n = nondet();
int a[n];
int i = 0;
while (i < n) { a[i] = 42; i = i + 3; }
assert(forall k in 0..n: a[k] == 42);
