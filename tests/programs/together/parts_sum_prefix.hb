// Sums over parts of an array.
// tier: 2
// expect method auto: certified
int n = nondet();
assume(n > 0);
int a[n], p[n + 1];
p[0] = 0;
for (int i = 0; i < n; i++) { p[i + 1] = p[i] + a[i]; }
assert(p[n] == sum(a, 0, n));
