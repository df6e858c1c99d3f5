// Sorts the other way round.
// from: CM Table 2, selection_sort, changed
// tier: 3
// expect cell1: buggy
int n = nondet();
int a[n];
int d = 0;
while (d < n - 1) {
  int p = d;
  int b = a[d];
  int f = b;
  int i = d + 1;
  while (i < n) {
    if (a[i] > b) { b = a[i]; p = i; }
    i++;
  }
  a[d] = b;
  a[p] = f;
  d++;
}
assert(sorted(a, 0, n));
