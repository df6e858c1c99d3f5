// Writes cell 2 * i for the first half of the indices.
// from: CM Table 1, initeven
// tier: 2
// expect cell1: certified
int n = nondet();
int a[];
int i = 0;
while (i < n) { a[2 * i] = 0; i++; }
assert(forall k in 0..n: a[2 * k] == 0);
