// The product of two numbers, the first of which grows by known steps, or by what another one loses.
operator product() {
  ghost int left = 0, right = 0, product = 0;
  invariant product == left * right;
  rule begin(e, f) { left = e; right = f; product = e * f; }
  rule add: x = x + e { guard(x == left); product = product + e * right; left = left + e; }
  rule away: x = x + e { product = product - e * right; left = left - e; }
  rule set: x = e { left = e; product = e * right; }
  rule use: y * z { guard(y == left && z == right); return product; }
  rule use_swapped: y * z { guard(z == left && y == right); return product; }
  rule use_below: y * z { guard(y == left - 1 && z == right); return product - right; }
  rule use_below_swapped: y * z { guard(z == left - 1 && y == right); return product - right; }
}
