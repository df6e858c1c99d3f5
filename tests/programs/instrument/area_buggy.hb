// The first cell of each row is missing.
// tier: 3
// expect instrument: buggy
int w = nondet(), h = nondet();
assume(w > 0 && h > 0);
int cells = 0;
for (int i = 0; i < h; i++) {
  for (int j = 1; j < w; j++) {
    cells++;
  }
}
assert(cells == w * h);
