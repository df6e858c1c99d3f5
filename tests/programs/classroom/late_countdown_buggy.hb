// 3,000,000 has the remainder 3 by 7.
// tier: 3
// expect cell1: buggy
int x = 3000000;
int y = 0;
while (x > 0) {
  x--;
  y = (y + 1) % 7;
}
assert(y != 3);
