// Sums over parts of an array.
// tier: 2
// expect method auto: buggy
int n = nondet();
assume(n > 0);
int a[n];
int s = 0;
for (int i = 1; i < n; i++) { s += a[i]; }
assert(s == sum(a, 0, n));
