// The sum starts at one.
// tier: 3
// expect instrument: buggy
int a[10];
int s = 1;
for (int i = 0; i < 10; i++) {
  s += a[i];
}
assert(s == sum(a, 0, 10));
