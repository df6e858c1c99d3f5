// Several loops compute the same, or parts of one thing.
// tier: 2
// expect method auto: certified
int n = nondet();
int x = 0, y = 0;
for (int i = 0; i < n; i++) { x += i; }
for (int i = 0; i < n; i++) { y += 2 * i; }
assert(y == 2 * x);
