// Only every third cell is written.
// from: TI Section 1, the second property named, changed
// tier: 2
// expect cell1: buggy
int n = nondet();
int a[n];
for (int i = 0; i < n; i += 3) { a[i] = i; }
assert(forall k in 0..n: k % 2 == 0 ==> a[k] == k);
