// The sum of each row of a matrix, by nested loops.
// tier: 3
// expect instrument: certified
int n = nondet();
assume(n > 0);
int m[4][n];
for (int r = 0; r < 4; r++) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    s += m[r][i];
  }
  assert(s == sum(m[r], 0, n));
}
