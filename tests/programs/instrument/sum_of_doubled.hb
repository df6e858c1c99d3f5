// The sum of the doubled cells.
// tier: 3
// expect instrument: certified
int n = nondet();
assume(n > 0);
int a[n], b[n];
for (int i = 0; i < n; i++) {
  b[i] = 2 * a[i];
}
assert(sum(b, 0, n) == 2 * sum(a, 0, n));
