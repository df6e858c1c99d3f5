// A difference of two prefix sums is the sum of a range.
// tier: 2
// expect cell2: certified
// open: `total == s[i] - s[lo]` needs two cells of `s` and, of the first loop, a cell of `a` beside them.
int n = nondet();
int lo = nondet();
int hi = nondet();
assume(0 <= lo && lo <= hi && hi <= n);
int a[n];
int s[n + 1];
s[0] = 0;
for (int i = 0; i < n; i++) {
  s[i + 1] = s[i] + a[i];
}
int total = 0;
for (int i = lo; i < hi; i++) {
  total += a[i];
}
assert(total == s[hi] - s[lo]);
