// The assertion comes before the comparison.
// tier: 3
// expect instrument: buggy
int n = nondet();
assume(n > 0);
int a[n];
int m = a[0];
for (int i = 0; i < n; i++) {
  assert(m == max(a, 0, i + 1));
  if (a[i] > m) m = a[i];
}
