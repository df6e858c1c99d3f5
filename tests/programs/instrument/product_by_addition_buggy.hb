// The number is there before the first round.
// tier: 3
// expect instrument: buggy
int n = nondet();
assume(n > 0);
int y = nondet();
int p = y;
int i = 0;
while (i < n) {
  p += y;
  i++;
}
assert(p == n * y);
