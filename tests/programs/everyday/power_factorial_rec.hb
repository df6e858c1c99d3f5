// Powers and factorials.
// tier: 2
// expect method auto: certified
int fact(int n) { if (n <= 1) { return 1; } return n * fact(n - 1); }
int n = nondet();
int f = fact(n);
assert(f >= 1);
assert(f >= n);
