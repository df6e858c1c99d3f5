// The sum of odd numbers does hit a million: after 1000 rounds.
// tier: 2
// expect cell1: buggy
int n = nondet();
assume(n >= 0);
int s = 0;
int odd = 1;
for (int i = 0; i < n; i++) {
  s += odd;
  odd += 2;
}
assert(s != 1000000);
