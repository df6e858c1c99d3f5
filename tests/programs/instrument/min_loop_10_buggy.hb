// The minimum starts at zero: wrong if all are positive.
// tier: 3
// expect instrument: buggy
int a[10];
int m = 0;
for (int i = 1; i < 10; i++) {
  if (a[i] < m) m = a[i];
}
assert(m == min(a, 0, 10));
