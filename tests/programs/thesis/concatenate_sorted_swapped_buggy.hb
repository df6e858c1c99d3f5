// The first part is taken from the wrong array.
// from: T Example 14, quick sort, the last step, changed
// tier: 3
// expect cell1: buggy
int nb = nondet();
int nc = nondet();
int pivot = nondet();
assume(nb >= 0 && nc >= 0);
int b[nb];
int c[nc];
assume(sorted(b, 0, nb) && sorted(c, 0, nc));
assume(forall k in 0..nb: b[k] <= pivot);
assume(forall k in 0..nc: c[k] > pivot);
int r[];
for (int i = 0; i < nb; i++) { r[i] = c[i]; }
for (int i = 0; i < nc; i++) { r[nb + i] = c[i]; }
assert(sorted(r, 0, nb + nc));
