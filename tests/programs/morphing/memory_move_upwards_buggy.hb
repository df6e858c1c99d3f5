// The place may be a higher one, whose cells are overwritten before they are read.
// from: CM Table 1, memcpy, in one array, changed
// tier: 2
// expect cell1: buggy
int n = nondet();
int d = nondet();
int a[];
int old[] = a;
int i = 0;
while (i < n) { a[i] = a[i + d]; i++; }
assert(forall k in 0..n: a[k] == old[k + d]);
