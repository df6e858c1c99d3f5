// Each pass ends two cells earlier.
// from: CM Table 2, bubble_sort_simplified, changed
// tier: 3
// expect cell1: buggy
int n = nondet();
int a[n];
int m = n;
while (m > 1) {
  int i = 0;
  while (i < m - 1) {
    if (a[i] > a[i + 1]) { a[i], a[i + 1] = a[i + 1], a[i]; }
    i++;
  }
  m = m - 2;
}
assert(sorted(a, 0, n));
