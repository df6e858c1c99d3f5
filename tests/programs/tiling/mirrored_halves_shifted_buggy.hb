// The mirror is one place off.
// tier: 2
// expect tiling: buggy
int h = nondet();
assume(h > 0);
int a[2 * h], b[h];
for (int i = 0; i < h; i++) { a[i] = b[i]; a[2 * h - i] = b[i]; }
assert(forall k in 0..2 * h: a[k] == a[2 * h - 1 - k]);
