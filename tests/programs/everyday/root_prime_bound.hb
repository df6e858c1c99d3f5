// Rounds that end at a square root.
// tier: 2
// expect method auto: certified
int n = nondet();
assume(n >= 4);
int p = 2;
while (p * p <= n) { p++; }
assert(p <= n);
