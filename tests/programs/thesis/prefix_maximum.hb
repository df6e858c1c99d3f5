// Each cell of b is the largest of the cells of a up to there.
// from: T Example 14, max, with all values on the way
// tier: 2
// expect cell1: certified
int n = nondet();
assume(n >= 1);
int a[n];
int b[n];
b[0] = a[0];
for (int i = 1; i < n; i++) { b[i] = max(b[i - 1], a[i]); }
assert(forall k in 0..n: b[k] >= a[k]);
