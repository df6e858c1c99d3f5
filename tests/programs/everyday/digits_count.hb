// Digits of a number.
// tier: 2
// expect method auto: certified
int n = nondet();
assume(n >= 1);
int d = 0, x = n;
while (x > 0) { d++; x = x / 10; }
assert(d >= 1 && d <= n);
