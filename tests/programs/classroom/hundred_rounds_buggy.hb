// The same with one round more.
// tier: 2
// expect cell1: buggy
int i = 0, s = 0;
while (i < 101) {
  if (i % 4 == 1) { s += 3; } else { s -= 1; }
  i++;
}
assert(s == 0);
