// The one in the binomial formula is missing.
// tier: 3
// expect instrument: buggy
int n = nondet();
assume(n > 0);
int sq = 0;
for (int i = 0; i < n; i++) {
  sq += 2 * i;
}
assert(sq == n * n);
