// Something happens in the 100,000th round only.
// tier: 2
// expect cell1: buggy
int x = 0;
int y = 0;
while (x < 1000000) {
  x++;
  if (x == 100000) {
    y = 1;
  }
  assert(y == 0);
}
