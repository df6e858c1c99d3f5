// The largest value in a range, and, if it is known, where it stands (PI App. E). There is none in an empty
// range. A write inside of the range is followed if another cell has that value still, or the new one is
// as good.
operator max(int a[]) {
  ghost int lo = 0, hi = 0, max = 0, at = 0;
  ghost bool known = false;
  invariant lo <= hi
    && (lo < hi ==> max == max(a, lo, hi) && (known ==> lo <= at && at < hi && a[at] == max));
  rule begin(e) { lo = e; hi = e; }
  rule first(e) { lo = e; hi = e + 1; max = a[e]; at = e; known = true; }
  rule take(l, u) { guard(l < u); lo = l; hi = u; max = max(a, l, u); known = false; }
  rule append: a[i] {
    guard(i == hi);
    known = known || lo == hi || a[i] > max;
    at = lo == hi || a[i] > max ? i : at;
    max = lo == hi || a[i] > max ? a[i] : max;
    hi = i + 1;
  }
  rule prepend: a[i] {
    guard(i == lo - 1);
    known = known || lo == hi || a[i] > max;
    at = lo == hi || a[i] > max ? i : at;
    max = lo == hi || a[i] > max ? a[i] : max;
    lo = i;
  }
  rule append_write: a[i] = x {
    guard(i == hi);
    known = known || lo == hi || x > max;
    at = lo == hi || x > max ? i : at;
    max = lo == hi || x > max ? x : max;
    hi = i + 1;
  }
  rule prepend_write: a[i] = x {
    guard(i == lo - 1);
    known = known || lo == hi || x > max;
    at = lo == hi || x > max ? i : at;
    max = lo == hi || x > max ? x : max;
    lo = i;
  }
  rule inside: a[i] = x {
    guard(lo <= i && i < hi && (x >= max || a[i] < max || known && i != at));
    known = known || x >= max;
    at = x >= max ? i : at;
    max = x >= max ? x : max;
  }
  rule outside: a[i] = x { guard(i < lo || i >= hi); }
  rule forget: havoc a { lo = hi; }
  rule use: max(a, l, u) { guard(l < u && l == lo && u == hi); return max; }
}
