// The square of a number that grows by known steps (PI Fig. 2).
operator square() {
  ghost int of = 0, square = 0;
  invariant square == of * of;
  rule begin(e) { of = e; square = e * e; }
  rule add: x = x + e { guard(x == of); square = square + 2 * e * of + e * e; of = of + e; }
  rule set: x = e { of = e; square = e * e; }
  rule use: y * y { guard(y == of); return square; }
  rule use_below: y * y { guard(y == of - 1); return square - 2 * of + 1; }
  rule use_above: y * y { guard(y == of + 1); return square + 2 * of + 1; }
}
