// The sum of the numbers from one to n.
// tier: 3
// expect instrument: certified
int n = 10;
int s = 0;
int i = 0;
while (i < n) {
  i++;
  s += i;
}
assert(2 * s == n * n + n);
