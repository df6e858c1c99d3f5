// The smaller value is not moved but increased.
// from: CM Table 2, array_sort_2D, with rows of two cells, changed
// tier: 3
// expect cell1: buggy
int m = nondet();
int left[m];
int right[m];
for (int i = 0; i < m; i++) {
  if (left[i] > right[i]) { left[i] = right[i] + 1; }
}
assert(forall k in 0..m: left[k] <= right[k]);
