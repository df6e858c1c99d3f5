// Few inputs.
// tier: 2
// expect method auto: certified
int x = nondet(0, 5), y = nondet(1, 5);
int q = x / y, r = x % y;
assert(q * y + r == x);
assert(q * q <= x * x);
