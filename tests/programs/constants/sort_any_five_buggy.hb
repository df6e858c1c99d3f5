// tier: 2
// expect method auto: buggy
// The last pass is missing.
int a[5];
for (int i = 0; i < 3; i++) {
  for (int j = 0; j + 1 < 5 - i; j++) {
    if (a[j] > a[j + 1]) {
      int t = a[j];
      a[j] = a[j + 1];
      a[j + 1] = t;
    }
  }
}
assert(sorted(a, 0, 5));
