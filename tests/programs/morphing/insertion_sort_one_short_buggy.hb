// The last cell is not inserted.
// from: CM Table 2, insertion_sort, changed
// tier: 3
// expect cell1: buggy
int n = nondet();
int a[n];
int i = 1;
while (i < n - 1) {
  int x = a[i];
  int j = i - 1;
  while (j >= 0 && a[j] > x) {
    a[j + 1] = a[j];
    j = j - 1;
  }
  a[j + 1] = x;
  i++;
}
assert(sorted(a, 0, n));
