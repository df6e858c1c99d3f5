int x = 0;
int y = 0;
while (x < 10000000) {
  x++;
  if (x == 9999999) { y = 1; }
}
assert(y == 0);
