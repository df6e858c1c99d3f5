// The sum of the cells of an array, by a loop.
// tier: 3
// expect instrument: certified
int a[100];
int s = 0;
for (int i = 0; i < 100; i++) {
  s += a[i];
}
assert(s == sum(a, 0, 100));
