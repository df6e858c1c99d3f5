// The loop ends at cell 5.
// from: CM Table 1, initcte, changed
// tier: 1
// expect cell1: buggy
int n = nondet();
int a[n];
int i = 0;
while (i < n && i != 5) { a[i] = 42; i++; }
assert(forall k in 0..n: a[k] == 42);
