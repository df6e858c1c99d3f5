// Powers and factorials.
// tier: 2
// expect method auto: buggy
int n = nondet();
assume(n >= 1);
int f = 1;
for (int i = 2; i <= n; i++) { f = f * i; }
assert(f > n);
