// Sums over parts of an array.
// tier: 2
// expect method auto: certified
int n = nondet();
assume(n > 0);
int a[n];
int s = 0;
for (int i = 1; i < n; i++) { s += a[i]; }
assert(sum(a, 0, n) == a[0] + s);
