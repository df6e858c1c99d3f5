// Quotient and remainder.
// tier: 2
// expect cell1: certified
int x = nondet();
int d = nondet();
assume(x >= 0 && d > 0);
int q = 0;
int r = x;
while (r >= d) {
  r -= d;
  q++;
}
assert(0 <= r && r < d);
assert(x == q * d + r);
