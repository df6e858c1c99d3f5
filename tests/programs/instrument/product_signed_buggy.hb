// Negative factors are counted the wrong way.
// tier: 2
// expect instrument: buggy
int x = nondet(), y = nondet();
int p = 0;
int k = x;
while (k > 0) { p += y; k--; }
while (k < 0) { p += y; k++; }
assert(p == x * y);
