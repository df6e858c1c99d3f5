// Each cell holds its own index.
// from: T Example 14, identity
// tier: 1
// expect cell1: certified
int n = nondet();
int a[n];
for (int i = 0; i < n; i++) { a[i] = i; }
assert(forall k in 0..n: a[k] == k);
