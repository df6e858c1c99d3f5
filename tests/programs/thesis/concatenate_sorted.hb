// Smaller sorted cells and larger sorted cells, one behind the other, are sorted.
// from: T Example 14, quick sort, the last step
// tier: 3
// expect cell2: certified
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
for (int i = 0; i < nb; i++) { r[i] = b[i]; }
for (int i = 0; i < nc; i++) { r[nb + i] = c[i]; }
assert(sorted(r, 0, nb + nc));
