// The sum of the first n odd numbers is a square.
// tier: 3
// expect instrument: certified
int n = nondet();
assume(n > 0);
int s = 0;
int odd = 1;
for (int i = 0; i < n; i++) {
  s += odd;
  odd += 2;
}
assert(s == n * n);
