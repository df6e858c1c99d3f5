// Sums over parts of an array.
// tier: 2
// expect method auto: certified
int n = nondet();
assume(n >= 0);
int m = nondet(0, n + 1);
int a[n];
int x = 0, y = 0, s = 0;
for (int i = 0; i < m; i++) { x += a[i]; }
for (int i = m; i < n; i++) { y += a[i]; }
for (int i = 0; i < n; i++) { s += a[i]; }
assert(s == x + y);
