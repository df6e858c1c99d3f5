// Each pass ends one cell earlier than the one before.
// from: CM Table 2, bubble_sort_simplified
// tier: 3
// expect cell2: certified
// open: needs that each cell behind m is at least as large as those before
int n = nondet();
int a[n];
int m = n;
while (m > 1) {
  int i = 0;
  while (i < m - 1) {
    if (a[i] > a[i + 1]) { a[i], a[i + 1] = a[i + 1], a[i]; }
    i++;
  }
  m--;
}
assert(sorted(a, 0, n));
