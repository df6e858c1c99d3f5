// The reversed copy is moved by one.
// tier: 3
// expect instrument: buggy
int n = nondet();
assume(n > 0);
int a[n], b[n];
for (int i = 0; i < n; i++) {
  b[i] = a[n - i];
}
assert(sum(b, 0, n) == sum(a, 0, n));
