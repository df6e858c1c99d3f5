// Powers and factorials.
// tier: 2
// expect method auto: certified
int x = nondet(), n = nondet();
assume(x > 0);
int p = 1;
for (int i = 0; i < n; i++) { p = p * x; }
assert(p > 0);
