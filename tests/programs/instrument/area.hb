// The area of a rectangle of any size, by nested loops.
// tier: 3
// expect instrument: certified
int w = nondet(), h = nondet();
assume(w > 0 && h > 0);
int cells = 0;
for (int i = 0; i < h; i++) {
  for (int j = 0; j < w; j++) {
    cells++;
  }
}
assert(cells == w * h);
