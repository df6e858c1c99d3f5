// The write may lie behind the interval.
// tier: 3
// expect instrument: buggy
int n = nondet();
assume(n > 0);
int a[n];
int m = max(a, 0, n);
int k = nondet(0, n + 1);
a[k] = m + 1;
assert(max(a, 0, n) == m + 1);
