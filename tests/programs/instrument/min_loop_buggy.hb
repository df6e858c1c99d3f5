// The second cell is not looked at.
// tier: 3
// expect instrument: buggy
int n = nondet();
assume(n > 0);
int a[];
int m = a[0];
for (int i = 2; i < n; i++) {
  if (a[i] < m) m = a[i];
}
assert(m == min(a, 0, n));
