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
  rule use_less: y * (y - 1) { guard(y == of); return square - of; }
  rule use_less_below: y * (y - 1) { guard(y == of - 1); return square - 3 * of + 2; }
  rule use_more: y * (y + 1) { guard(y == of); return square + of; }
  rule use_more_below: y * (y + 1) { guard(y == of - 1); return square - of; }
  rule use_next: (y + 1) * (y + 1) { guard(y == of); return square + 2 * of + 1; }
  rule use_next_below: (y + 1) * (y + 1) { guard(y == of - 1); return square; }
}
