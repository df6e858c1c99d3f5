// The remainder may equal the divisor.
// tier: 3
// expect instrument: buggy
int x = nondet(), y = nondet();
assume(x >= 0 && y > 0);
int q = 0, r = x;
while (r > y) {
  r -= y;
  q++;
}
assert(x == q * y + r && 0 <= r < y);
