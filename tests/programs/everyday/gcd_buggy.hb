// The greatest common divisor by remainders.
// tier: 2
// expect method auto: buggy
int a = nondet(), b = nondet();
assume(a > 0 && b > 0);
int x = a, y = b;
while (y != 0) { int t = x % y; x = y; y = t; }
assert(x < b);
