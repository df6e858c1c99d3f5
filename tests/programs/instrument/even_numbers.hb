// The sum of the first n even numbers.
// tier: 3
// expect instrument: certified
int n = nondet();
assume(n > 0);
int s = 0;
for (int i = 1; i <= n; i++) {
  s += 2 * i;
}
assert(s == n * (n + 1));
