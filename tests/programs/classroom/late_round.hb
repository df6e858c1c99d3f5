// Something would happen in a round that does not come.
// tier: 1
// expect cell1: certified
int x = 0;
int y = 0;
while (x < 1000000) {
  x++;
  if (x == 1000001) {
    y = 1;
  }
  assert(y == 0);
}
