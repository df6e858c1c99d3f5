// tier: 2
// expect method auto: certified
// Six numbers in order.
int a[6] = {5, 2, 9, 1, 7, 3};
for (int i = 0; i < 6; i++) {
  for (int j = 0; j + 1 < 6 - i; j++) {
    if (a[j] > a[j + 1]) {
      int t = a[j];
      a[j] = a[j + 1];
      a[j + 1] = t;
    }
  }
}
assert(sorted(a, 0, 6));
assert(a[0] == 1 && a[5] == 9);
