// Another row is added.
// tier: 3
// expect instrument: buggy
int n = nondet();
assume(n > 0);
int m[4][n];
int r = nondet(0, 4);
int s = 0;
for (int i = 0; i < n; i++) {
  s += m[0][i];
}
assert(s == sum(m[r], 0, n));
