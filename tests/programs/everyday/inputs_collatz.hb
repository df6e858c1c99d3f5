// Few inputs.
// tier: 2
// expect method auto: certified
int n = nondet(1, 8);
int x = n, steps = 0;
while (x != 1) { if (x % 2 == 0) { x = x / 2; } else { x = 3 * x + 1; } steps++; }
assert(steps <= 16);
