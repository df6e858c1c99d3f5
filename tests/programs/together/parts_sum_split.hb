// Sums over parts of an array.
// tier: 2
// expect method auto: certified
int n = nondet();
assume(n >= 0);
int m = nondet(0, n + 1);
int a[n];
assert(sum(a, 0, n) == sum(a, 0, m) + sum(a, m, n));
