// Moves a part of an array to a lower place in the same array.
// from: CM Table 1, memcpy, in one array
// tier: 2
// expect cell1: certified
int n = nondet();
int d = nondet();
assume(d >= 0);
int a[];
int old[] = a;
int i = 0;
while (i < n) { a[i] = a[i + d]; i++; }
assert(forall k in 0..n: a[k] == old[k + d]);
