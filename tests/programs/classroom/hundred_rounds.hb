// A loop without any input: its one run decides.
// tier: 2
// expect cell1: certified
int i = 0, s = 0;
while (i < 100) {
  if (i % 4 == 1) { s += 3; } else { s -= 1; }
  i++;
}
assert(s == 0);
