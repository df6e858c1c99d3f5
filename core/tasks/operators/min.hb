// The smallest value in a range, and, if it is known, where it stands (PI App. E). There is none in an empty
// range. A write inside of the range is followed if another cell has that value still, or the new one is
// as good.
operator min(int a[]) {
  ghost int lo = 0, hi = 0, min = 0, at = 0;
  ghost bool known = false;
  invariant lo <= hi
    && (lo < hi ==> min == min(a, lo, hi) && (known ==> lo <= at && at < hi && a[at] == min));
  rule begin(e) { lo = e; hi = e; }
  rule first(e) { lo = e; hi = e + 1; min = a[e]; at = e; known = true; }
  rule take(l, u) { guard(l < u); lo = l; hi = u; min = min(a, l, u); known = false; }
  rule append: a[i] {
    guard(i == hi);
    known = known || lo == hi || a[i] < min;
    at = lo == hi || a[i] < min ? i : at;
    min = lo == hi || a[i] < min ? a[i] : min;
    hi = i + 1;
  }
  rule prepend: a[i] {
    guard(i == lo - 1);
    known = known || lo == hi || a[i] < min;
    at = lo == hi || a[i] < min ? i : at;
    min = lo == hi || a[i] < min ? a[i] : min;
    lo = i;
  }
  rule append_write: a[i] = x {
    guard(i == hi);
    known = known || lo == hi || x < min;
    at = lo == hi || x < min ? i : at;
    min = lo == hi || x < min ? x : min;
    hi = i + 1;
  }
  rule prepend_write: a[i] = x {
    guard(i == lo - 1);
    known = known || lo == hi || x < min;
    at = lo == hi || x < min ? i : at;
    min = lo == hi || x < min ? x : min;
    lo = i;
  }
  rule inside: a[i] = x {
    guard(lo <= i && i < hi && (x <= min || a[i] > min || known && i != at));
    known = known || x <= min;
    at = x <= min ? i : at;
    min = x <= min ? x : min;
  }
  rule outside: a[i] = x { guard(i < lo || i >= hi); }
  rule forget: havoc a { lo = hi; }
  rule use: min(a, l, u) { guard(l < u && l == lo && u == hi); return min; }
}
