// Powers and factorials.
// tier: 2
// expect method auto: certified
int n = nondet();
assume(n >= 1);
int p = 1;
for (int i = 0; i < n; i++) { p = p * 2; }
assert(p % 2 == 0);
