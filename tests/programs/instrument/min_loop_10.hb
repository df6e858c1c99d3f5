// The smallest cell, by a loop.
// tier: 3
// expect instrument: certified
int a[10];
int m = a[0];
for (int i = 1; i < 10; i++) {
  if (a[i] < m) m = a[i];
}
assert(m == min(a, 0, 10));
