// The sum of an array: a fold, which cells cannot express.
// from: T Example 14, sum
// tier: 2
// expect cell1: too-weak
int n = nondet();
int a[n];
int s = 0;
for (int i = 0; i < n; i++) { s += a[i]; }
assert(s == sum(a, 0, n));
