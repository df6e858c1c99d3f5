// The first cell of b is added everywhere.
// tier: 3
// expect instrument: buggy
int n = nondet();
assume(n > 0);
int a[n], b[n], c[n];
for (int i = 0; i < n; i++) {
  c[i] = a[i] + b[0];
}
assert(sum(c, 0, n) == sum(a, 0, n) + sum(b, 0, n));
