// The sum of the numbers below n grows beyond every bound, but not before the 1001st round.
// tier: 2
// expect cell1: buggy
int n = nondet();
int s = 0;
for (int i = 0; i < n; i++) {
  s += i;
  assert(s < 500000);
}
