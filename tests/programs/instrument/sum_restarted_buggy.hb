// The sum starts with the number of the round.
// tier: 3
// expect instrument: buggy
int n = nondet();
assume(n > 0);
int a[n];
int s = 0;
for (int k = 0; k < 5; k++) {
  s = k;
  for (int i = 0; i < n; i++) {
    s += a[i];
  }
}
assert(s == sum(a, 0, n));
