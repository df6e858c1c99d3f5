// The third power of a number that grows by known steps, and its square.
operator cube() {
  ghost int of = 0, square = 0, cube = 0;
  invariant square == of * of && cube == of * of * of;
  rule begin(e) { of = e; square = e * e; cube = e * e * e; }
  rule add: x = x + e {
    guard(x == of);
    cube = cube + 3 * e * square + 3 * e * e * of + e * e * e;
    square = square + 2 * e * of + e * e;
    of = of + e;
  }
  rule set: x = e { of = e; square = e * e; cube = e * e * e; }
  rule use: y * y * y { guard(y == of); return cube; }
  rule use_below: y * y * y { guard(y == of - 1); return cube - 3 * square + 3 * of - 1; }
  rule use_above: y * y * y { guard(y == of + 1); return cube + 3 * square + 3 * of + 1; }
}
