// Digits of a number.
// tier: 2
// expect method auto: certified
int n = nondet();
assume(n >= 0);
int s = 0, x = n;
while (x > 0) { s += x % 10; x = x / 10; }
assert(s >= 0);
assert(s <= n);
