// The bound for the larger cells is one too high.
// from: T Example 14, quick sort, changed
// tier: 1
// expect cell1: buggy
int n = nondet();
int pivot = nondet();
int a[n];
int b[];
int c[];
int nb = 0;
int nc = 0;
for (int i = 0; i < n; i++) {
  if (a[i] <= pivot) { b[nb] = a[i]; nb++; }
  else               { c[nc] = a[i]; nc++; }
}
assert(forall k in 0..nb: b[k] <= pivot);
assert(forall k in 0..nc: c[k] > pivot + 1);
