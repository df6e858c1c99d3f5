// Counts up to n in the first phase and down in the second.
// tier: 2
// expect cell1: certified
int n = nondet();
assume(n > 0);
int up = 0, down = 0, x = 0;
bool rising = true;
while (rising || x > 0) {
  if (rising) {
    x++;
    up++;
    if (x == n) {
      rising = false;
    }
  } else {
    x--;
    down++;
  }
}
assert(x == 0);
assert(up == n && down == n);
