// Few inputs.
// tier: 2
// expect method auto: certified
int x = nondet(0, 3), y = nondet(0, 3);
assert(x * y <= 4);
assert((x + y) * (x + y) == x * x + 2 * x * y + y * y);
