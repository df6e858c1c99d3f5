// A remainder by 7 stays below 7.
// tier: 1
// expect cell1: certified
int x = 3000000;
int y = 0;
while (x > 0) {
  x--;
  y = (y + 1) % 7;
}
assert(y < 7);
