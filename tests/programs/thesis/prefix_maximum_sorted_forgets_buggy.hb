// Only two neighbours are compared.
// from: T Example 14, max, with all values on the way, changed
// tier: 3
// expect cell1: buggy
int n = nondet();
assume(n >= 1);
int a[n];
int b[n];
b[0] = a[0];
for (int i = 1; i < n; i++) { b[i] = max(a[i - 1], a[i]); }
assert(sorted(b, 0, n));
