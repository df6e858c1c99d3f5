// The sum of the cells, from the last to the first.
// tier: 3
// expect instrument: certified
int a[100];
int s = 0;
for (int i = 99; i >= 0; i--) {
  s = s + a[i];
}
assert(s == sum(a, 0, 100));
