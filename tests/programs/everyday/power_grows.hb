// Powers and factorials.
// tier: 2
// expect method auto: certified
int n = nondet();
assume(n >= 0);
int p = 1;
for (int i = 0; i < n; i++) { p = 2 * p; }
assert(p > n);
