// The upper triangle is added.
// tier: 3
// expect instrument: buggy
int n = nondet();
assume(n > 0);
int m[4][n];
for (int r = 0; r < 4; r++) {
  int s = 0;
  for (int i = r; i < n; i++) {
    s += m[r][i];
  }
  assert(s == sum(m[r], 0, n));
}
