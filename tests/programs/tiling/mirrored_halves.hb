// Each cell of the first half, and its mirror.
// tier: 2
// expect tiling: certified
int h = nondet();
assume(h > 0);
int a[2 * h], b[h];
for (int i = 0; i < h; i++) { a[i] = b[i]; a[2 * h - 1 - i] = b[i]; }
assert(forall k in 0..2 * h: a[k] == a[2 * h - 1 - k]);
