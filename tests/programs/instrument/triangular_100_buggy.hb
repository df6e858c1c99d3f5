// The first number is left out.
// tier: 3
// expect instrument: buggy
int n = 100;
int s = 0;
int i = 1;
while (i < n) {
  i++;
  s += i;
}
assert(2 * s == n * n + n);
