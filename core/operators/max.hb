// The largest value in a range, and where it stands (PI App. E). There is none in an empty range. A write
// inside of the range is followed as long as it does not overwrite that cell by less.
operator max(int a[]) {
  ghost int lo = 0, hi = 0, max = 0, at = 0;
  invariant lo <= hi && (lo < hi ==> max == max(a, lo, hi) && lo <= at && at < hi && a[at] == max);
  rule begin(e) { lo = e; hi = e; }
  rule append: a[i] {
    guard(i == hi);
    at = lo == hi || a[i] > max ? i : at;
    max = lo == hi || a[i] > max ? a[i] : max;
    hi = i + 1;
  }
  rule prepend: a[i] {
    guard(i == lo - 1);
    at = lo == hi || a[i] > max ? i : at;
    max = lo == hi || a[i] > max ? a[i] : max;
    lo = i;
  }
  rule append_write: a[i] = x {
    guard(i == hi);
    at = lo == hi || x > max ? i : at;
    max = lo == hi || x > max ? x : max;
    hi = i + 1;
  }
  rule prepend_write: a[i] = x {
    guard(i == lo - 1);
    at = lo == hi || x > max ? i : at;
    max = lo == hi || x > max ? x : max;
    lo = i;
  }
  rule inside: a[i] = x {
    guard(lo <= i && i < hi && (i != at || x >= max));
    at = x >= max ? i : at;
    max = x >= max ? x : max;
  }
  rule outside: a[i] = x { guard(i < lo || i >= hi); }
  rule forget: havoc a { lo = hi; }
  rule use: max(a, l, u) { guard(l < u && l == lo && u == hi); return max; }
}
