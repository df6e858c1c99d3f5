// Every even cell holds its index.
// from: TI Section 1, the second property named
// tier: 2
// expect cell1: certified
int n = nondet();
int a[n];
for (int i = 0; i < n; i += 2) { a[i] = i; }
assert(forall k in 0..n: k % 2 == 0 ==> a[k] == k);
