// A quotient is how often the divisor can be taken away.
// tier: 2
// expect cell1: certified
int x = nondet(), y = nondet();
assume(x >= 0 && y > 0);
int q = x / y;
int count = 0, rest = x;
while (rest >= y) {
  rest -= y;
  count++;
}
assert(count == q);
