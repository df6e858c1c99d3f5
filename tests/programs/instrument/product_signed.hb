// A product of two numbers with any signs.
// tier: 2
// expect instrument: certified
int x = nondet(), y = nondet();
int p = 0;
int k = x;
while (k > 0) { p += y; k--; }
while (k < 0) { p -= y; k++; }
assert(p == x * y);
