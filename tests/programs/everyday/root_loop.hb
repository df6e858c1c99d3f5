// Rounds that end at a square root.
// tier: 2
// expect method auto: certified
int n = nondet();
assume(n >= 0);
int p = 0;
while (p * p <= n) { p++; }
assert(p * p > n);
assert(p > 0 && (p - 1) * (p - 1) <= n);
