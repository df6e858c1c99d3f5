// The loop starts one behind the last cell.
// tier: 3
// expect instrument: buggy
int a[100];
int s = 0;
for (int i = 100; i >= 0; i--) {
  s = s + a[i];
}
assert(s == sum(a, 0, 100));
