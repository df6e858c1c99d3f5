// Claims that no start below 30 climbs beyond 1000.
// tier: 2
// expect cell1: buggy
int x = nondet(1, 30);
int peak = x;
while (x != 1) {
  if (x % 2 == 0) {
    x = x / 2;
  } else {
    x = 3 * x + 1;
  }
  peak = max(peak, x);
}
assert(peak <= 1000);
