// The factor is counted down once too often.
// tier: 2
// expect instrument: buggy
int x = nondet(), y = nondet();
assume(x >= 0);
int p = 0;
int k = x;
while (k >= 0) {
  p = p + y;
  k = k - 1;
}
assert(p == x * y);
