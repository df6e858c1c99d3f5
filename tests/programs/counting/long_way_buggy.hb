// The only run is long.
// tier: 2
// expect cell1: buggy
int i = 0;
int n = 5000;
while (i < n) {
  i++;
}
assert(i != 5000);
