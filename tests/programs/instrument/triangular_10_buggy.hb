// The numbers from zero to n - 1 are added.
// tier: 3
// expect instrument: buggy
int n = 10;
int s = 0;
int i = 0;
while (i < n) {
  s += i;
  i++;
}
assert(2 * s == n * n + n);
