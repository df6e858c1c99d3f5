// A cell is compared with an index.
// tier: 3
// expect instrument: buggy
int a[100];
int at = 0;
for (int i = 1; i < 100; i++) {
  if (a[i] > at) {
    at = i;
  }
}
assert(0 <= at < 100);
assert(a[at] == max(a, 0, 100));
