// Sums over parts of an array.
// tier: 2
// expect method auto: certified
int n = nondet();
assume(n >= 0);
int m = nondet(0, n + 1);
int a[n];
int s = 0;
for (int i = 0; i < m; i++) { s += a[i]; }
for (int i = m; i < n; i++) { s += a[i]; }
assert(s == sum(a, 0, n));
