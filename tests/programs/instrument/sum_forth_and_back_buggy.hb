// The way back ends one cell too early.
// tier: 3
// expect instrument: buggy
int n = nondet();
assume(n > 0);
int a[n];
int s = 0, t = 0;
for (int i = 0; i < n; i++) {
  s += a[i];
}
for (int i = n - 1; i >= 1; i--) {
  t += a[i];
}
assert(s == sum(a, 0, n) && t == sum(a, 0, n));
assert(s == t);
