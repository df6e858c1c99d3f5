// Each cell holds twice its index.
// from: CM Table 1, init2i
// tier: 1
// expect cell1: certified
int n = nondet();
int a[n];
int i = 0;
while (i < n) { a[i] = 2 * i; i++; }
assert(forall k in 0..n: a[k] == 2 * k);
