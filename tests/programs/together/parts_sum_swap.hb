// Sums over parts of an array.
// tier: 2
// expect method auto: certified
int n = nondet();
assume(n > 1);
int a[n];
int s = sum(a, 0, n);
a[0], a[n - 1] = a[n - 1], a[0];
assert(sum(a, 0, n) == s);
