// Rounds that end at a square root.
// tier: 2
// expect method auto: buggy
int n = nondet();
assume(n >= 0);
int p = 0;
while (p * p < n) { p++; }
assert(p * p == n);
