// The last cell is left out.
// tier: 3
// expect instrument: buggy
int a[100];
int s = 0;
for (int i = 0; i < 99; i++) {
  s += a[i];
}
assert(s == sum(a, 0, 100));
