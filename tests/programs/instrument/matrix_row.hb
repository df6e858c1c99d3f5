// The sum of one row of a matrix.
// tier: 3
// expect instrument: certified
int n = nondet();
assume(n > 0);
int m[4][n];
int r = nondet(0, 4);
int s = 0;
for (int i = 0; i < n; i++) {
  s += m[r][i];
}
assert(s == sum(m[r], 0, n));
