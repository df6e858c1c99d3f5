// tier: 2
// expect method auto: certified
// The sort goes on until a pass changes nothing; only the numbers say how often.
int a[5] = {4, 3, 8, 1, 6};
bool swapped = true;
int passes = 0;
while (swapped) {
  swapped = false;
  for (int j = 0; j < 4; j++) {
    if (a[j] > a[j + 1]) {
      int t = a[j];
      a[j] = a[j + 1];
      a[j + 1] = t;
      swapped = true;
    }
  }
  passes++;
}
assert(sorted(a, 0, 5));
assert(passes <= 5);
