// Each cell holds the next index.
// from: T Example 14, identity, changed
// tier: 1
// expect cell1: buggy
int n = nondet();
int a[n];
for (int i = 0; i < n; i++) { a[i] = i + 1; }
assert(forall k in 0..n: a[k] == k);
