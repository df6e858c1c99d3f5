// The smallest cell, by a loop.
// tier: 3
// expect instrument: certified
int n = nondet();
assume(n > 0);
int a[];
int m = a[0];
for (int i = 1; i < n; i++) {
  if (a[i] < m) m = a[i];
}
assert(m == min(a, 0, n));
