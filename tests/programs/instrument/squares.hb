// Squares by addition: the difference grows by two.
// tier: 3
// expect instrument: certified
int n = nondet();
assume(n > 0);
int sq = 0;
int d = 1;
int i = 0;
while (i < n) {
  sq = sq + d;
  d = d + 2;
  i = i + 1;
  assert(sq == i * i);
}
