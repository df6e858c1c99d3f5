// Cells are compared with the first one only.
// tier: 3
// expect instrument: buggy
int a[10];
int at = 0;
for (int i = 1; i < 10; i++) {
  if (a[i] > a[0]) {
    at = i;
  }
}
assert(0 <= at < 10);
assert(a[at] == max(a, 0, 10));
