// A larger value is written somewhere.
// tier: 3
// expect instrument: certified
int n = nondet();
assume(n > 0);
int a[n];
int m = max(a, 0, n);
int k = nondet(0, n);
a[k] = m + 1;
assert(max(a, 0, n) == m + 1);
