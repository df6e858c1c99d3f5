// Copies a part of one array to another place in a second array.
// from: CM Table 1, memcpy
// tier: 2
// expect cell1: certified
int from = nondet();
int to = nondet();
int n = nondet();
int a[];
int b[];
int old[] = b;
int i = 0;
while (i < n) { b[to + i] = a[from + i]; i++; }
assert(forall k in 0..n: b[to + k] == a[from + k]);
assert(forall k: k < to ==> b[k] == old[k]);
