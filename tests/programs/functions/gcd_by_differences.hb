// What Euclid's algorithm by differences returns is positive and no larger than what it is given.
// tier: 1
// expect cell1: certified
int gcd(int x, int y) {
  if (x == y) return x;
  if (x > y) return gcd(x - y, y);
  return gcd(x, y - x);
}

int x = nondet(), y = nondet();
assume(x > 0 && y > 0);
int d = gcd(x, y);
assert(0 < d <= x && d <= y);
