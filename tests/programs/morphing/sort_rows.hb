// In each row the smaller one of two cells comes first.
// from: CM Table 2, array_sort_2D, with rows of two cells
// tier: 3
// expect cell1: certified
int m = nondet();
int left[m];
int right[m];
for (int i = 0; i < m; i++) {
  if (left[i] > right[i]) { left[i], right[i] = right[i], left[i]; }
}
assert(forall k in 0..m: left[k] <= right[k]);
