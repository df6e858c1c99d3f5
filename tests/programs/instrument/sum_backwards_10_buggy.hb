// The loop stops before the first cell.
// tier: 3
// expect instrument: buggy
int a[10];
int s = 0;
for (int i = 9; i > 0; i--) {
  s = s + a[i];
}
assert(s == sum(a, 0, 10));
