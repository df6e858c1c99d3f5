// The odd cells are claimed too.
// from: CM Table 1, initeven, changed
// tier: 2
// expect cell1: buggy
int n = nondet();
int a[];
int i = 0;
while (i < n) { a[2 * i] = 0; i++; }
assert(forall k in 0..n: a[k] == 0);
