// Each pass ends one cell earlier than the one before.
// from: CM Table 2, bubble_sort_simplified
// tier: 3
// expect cell2: certified
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
