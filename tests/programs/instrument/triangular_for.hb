// The sum of the numbers below n.
// tier: 3
// expect instrument: certified
int n = nondet();
assume(n > 0);
int s = 0;
for (int i = 0; i < n; i++) {
  s += i;
}
assert(2 * s == n * (n - 1));
