// How many cells of a range satisfy a formula. Numbers can be undone, as sums can.
operator count(int a[], bool P(x, i)) {
  ghost int lo = 0, hi = 0, count = 0;
  invariant lo <= hi && count == count(a, lo, hi, (x, i) -> P(x, i)) && 0 <= count && count <= hi - lo;
  rule begin(e) { lo = e; hi = e; count = 0; }
  rule first(e) { lo = e; hi = e + 1; count = P(a[e], e) ? 1 : 0; }
  rule take(l, u) { guard(l <= u); lo = l; hi = u; count = count(a, l, u, (x, i) -> P(x, i)); }
  rule append: a[i] { guard(i == hi); count = P(a[i], i) ? count + 1 : count; hi = i + 1; }
  rule prepend: a[i] { guard(i == lo - 1); count = P(a[i], i) ? count + 1 : count; lo = i; }
  rule append_write: a[i] = x { guard(i == hi); count = P(x, i) ? count + 1 : count; hi = i + 1; }
  rule prepend_write: a[i] = x { guard(i == lo - 1); count = P(x, i) ? count + 1 : count; lo = i; }
  rule inside: a[i] = x {
    guard(lo <= i && i < hi);
    count = count - (P(a[i], i) ? 1 : 0) + (P(x, i) ? 1 : 0);
  }
  rule outside: a[i] = x { guard(i < lo || i >= hi); }
  rule forget: havoc a { lo = hi; count = 0; }
  rule use: count(a, l, u, (x, i) -> P(x, i)) {
    guard(l >= u || l == lo && u == hi);
    return l < u ? count : 0;
  }
}
