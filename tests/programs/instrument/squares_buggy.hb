// The square is compared before the index moves.
// tier: 3
// expect instrument: buggy
int n = nondet();
assume(n > 0);
int sq = 0;
int d = 1;
int i = 0;
while (i < n) {
  sq = sq + d;
  d = d + 2;
  assert(sq == i * i);
  i = i + 1;
}
