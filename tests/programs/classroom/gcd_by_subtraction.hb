// Euclid by subtraction; the result is a linear combination of both numbers.
// tier: 2
// expect cell1: certified
int a = nondet();
int b = nondet();
assume(a > 0 && b > 0);
int x = a;
int y = b;
int p = 1, q = 0, r = 0, s = 1;
while (x != y) {
  if (x > y) {
    x -= y;
    p -= r;
    q -= s;
  } else {
    y -= x;
    r -= p;
    s -= q;
  }
}
assert(0 < x && x <= a && x <= b);
assert(x == p * a + q * b);
