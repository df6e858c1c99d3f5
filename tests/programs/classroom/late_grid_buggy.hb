// Loops of 1,000 rounds in each other make a million, not less.
// tier: 3
// expect cell1: buggy
int c = 0;
for (int i = 0; i < 1000; i++) {
  for (int j = 0; j < 1000; j++) {
    c++;
  }
}
assert(c < 1000000);
