// Whether some cell of a range satisfies a formula. Where none does, none of a part of the range does;
// where one does, one of a larger range does.
operator exists(int a[], bool P(x, i)) {
  ghost int lo = 0, hi = 0;
  ghost bool some = false;
  invariant lo <= hi && some == exists(a, lo, hi, (x, i) -> P(x, i));
  rule begin(e) { lo = e; hi = e; some = false; }
  rule first(e) { lo = e; hi = e + 1; some = P(a[e], e); }
  rule take(l, u) { guard(l <= u); lo = l; hi = u; some = exists(a, l, u, (x, i) -> P(x, i)); }
  rule append: a[i] { guard(i == hi); some = some || P(a[i], i); hi = i + 1; }
  rule prepend: a[i] { guard(i == lo - 1); some = some || P(a[i], i); lo = i; }
  rule append_write: a[i] = x { guard(i == hi); some = some || P(x, i); hi = i + 1; }
  rule prepend_write: a[i] = x { guard(i == lo - 1); some = some || P(x, i); lo = i; }
  rule inside: a[i] = x { guard(lo <= i && i < hi && (!some || P(x, i))); some = some || P(x, i); }
  rule outside: a[i] = x { guard(i < lo || i >= hi); }
  rule forget: havoc a { lo = hi; some = false; }
  rule use: exists(a, l, u, (x, i) -> P(x, i)) {
    guard(l >= u || l == lo && u == hi || (some ? l <= lo && hi <= u : lo <= l && u <= hi));
    return l < u && some;
  }
}
