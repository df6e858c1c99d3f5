// One number too many is added.
// tier: 3
// expect instrument: buggy
int n = nondet();
assume(n > 0);
int s = 0;
int odd = 1;
for (int i = 0; i <= n; i++) {
  s += odd;
  odd += 2;
}
assert(s == n * n);
