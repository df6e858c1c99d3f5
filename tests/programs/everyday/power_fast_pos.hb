// Powers and factorials.
// tier: 2
// expect method auto: certified
int x = nondet(), n = nondet();
assume(x > 0 && n >= 0);
int r = 1, b = x, e = n;
while (e > 0) { if (e % 2 == 1) { r = r * b; } b = b * b; e = e / 2; }
assert(r > 0);
