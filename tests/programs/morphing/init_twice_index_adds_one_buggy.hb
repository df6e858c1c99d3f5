// Each cell holds the next index.
// from: CM Table 1, init2i, changed
// tier: 1
// expect cell1: buggy
int n = nondet();
int a[n];
int i = 0;
while (i < n) { a[i] = i + 1; i++; }
assert(forall k in 0..n: a[k] == 2 * k);
