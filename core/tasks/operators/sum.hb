// The sum of the cells of a range (PI Fig. 5). Sums can be undone, so a write inside of the range is
// followed.
operator sum(int a[]) {
  ghost int lo = 0, hi = 0, sum = 0;
  invariant lo <= hi && sum == sum(a, lo, hi);
  rule begin(e) { lo = e; hi = e; sum = 0; }
  rule first(e) { lo = e; hi = e + 1; sum = a[e]; }
  rule take(l, u) { guard(l <= u); lo = l; hi = u; sum = sum(a, l, u); }
  rule append: a[i] { guard(i == hi); sum = sum + a[i]; hi = i + 1; }
  rule prepend: a[i] { guard(i == lo - 1); sum = sum + a[i]; lo = i; }
  rule append_write: a[i] = x { guard(i == hi); sum = sum + x; hi = i + 1; }
  rule prepend_write: a[i] = x { guard(i == lo - 1); sum = sum + x; lo = i; }
  rule inside: a[i] = x { guard(lo <= i && i < hi); sum = sum - a[i] + x; }
  rule outside: a[i] = x { guard(i < lo || i >= hi); }
  rule forget: havoc a { lo = hi; sum = 0; }
  rule use: sum(a, l, u) { guard(l >= u || l == lo && u == hi); return l < u ? sum : 0; }
}
