// Odd numbers are added.
// tier: 3
// expect instrument: buggy
int n = nondet();
assume(n > 0);
int s = 0;
for (int i = 1; i <= n; i++) {
  s += 2 * i - 1;
}
assert(s == n * (n + 1));
