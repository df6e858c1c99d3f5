// The next square by the binomial formula.
// tier: 3
// expect instrument: certified
int n = nondet();
assume(n > 0);
int sq = 0;
for (int i = 0; i < n; i++) {
  sq += 2 * i + 1;
}
assert(sq == n * n);
