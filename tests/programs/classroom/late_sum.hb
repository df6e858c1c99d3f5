// The sum of the numbers below n is not negative.
// tier: 1
// expect cell1: certified
int n = nondet();
int s = 0;
for (int i = 0; i < n; i++) {
  s += i;
  assert(s >= 0);
}
