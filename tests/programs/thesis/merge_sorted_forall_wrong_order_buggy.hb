// The larger of the two cells is taken.
// from: T Example 14, merge sorted, changed
// tier: 3
// expect cell1: buggy
int nb = nondet();
int nc = nondet();
assume(nb >= 0 && nc >= 0);
int b[nb];
int c[nc];
assume(sorted(b, 0, nb));
assume(sorted(c, 0, nc));
int r[];
int i = 0;
int j = 0;
while (i + j < nb + nc) {
  if (j >= nc || (i < nb && b[i] >= c[j])) { r[i + j] = b[i]; i++; }
  else                                     { r[i + j] = c[j]; j++; }
}
assert(sorted(r, 0, nb + nc));
