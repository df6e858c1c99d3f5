// Whether all cells of a range satisfy a formula (PI Fig. 4). Where they do, so do those of a part of the
// range; where one does not, neither do all of a larger one.
operator forall(int a[], bool P(x, i)) {
  ghost int lo = 0, hi = 0;
  ghost bool all = true;
  invariant lo <= hi && all == forall(a, lo, hi, (x, i) -> P(x, i));
  rule begin(e) { lo = e; hi = e; all = true; }
  rule first(e) { lo = e; hi = e + 1; all = P(a[e], e); }
  rule take(l, u) { guard(l <= u); lo = l; hi = u; all = forall(a, l, u, (x, i) -> P(x, i)); }
  rule append: a[i] { guard(i == hi); all = all && P(a[i], i); hi = i + 1; }
  rule prepend: a[i] { guard(i == lo - 1); all = all && P(a[i], i); lo = i; }
  rule append_write: a[i] = x { guard(i == hi); all = all && P(x, i); hi = i + 1; }
  rule prepend_write: a[i] = x { guard(i == lo - 1); all = all && P(x, i); lo = i; }
  rule inside: a[i] = x { guard(lo <= i && i < hi && (all || !P(x, i))); all = all && P(x, i); }
  rule outside: a[i] = x { guard(i < lo || i >= hi); }
  rule forget: havoc a { lo = hi; all = true; }
  rule use: forall(a, l, u, (x, i) -> P(x, i)) {
    guard(l >= u || l == lo && u == hi || (all ? lo <= l && u <= hi : l <= lo && hi <= u));
    return l >= u || all;
  }
}
