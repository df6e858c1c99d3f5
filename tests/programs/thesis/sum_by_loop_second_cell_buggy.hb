// The first cell is left out.
// from: T Example 14, sum, changed
// tier: 2
// expect cell1: buggy
int n = nondet();
int a[n];
int s = 0;
for (int i = 1; i < n; i++) { s += a[i]; }
assert(s == sum(a, 0, n));
