// The index is added.
// from: TI Table 1, poly1, changed
// tier: 2
// expect cell1: buggy
int n = nondet();
int a[n];
for (int i = 0; i < n; i++) { a[i] = i * i + i; }
assert(forall k in 0..n: a[k] == k * k);
