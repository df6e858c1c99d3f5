// The last pair is never compared.
// from: T Example 14, bubble sort, changed
// tier: 3
// expect cell1: buggy
int n = nondet();
int a[n];
bool change = true;
while (change) {
  change = false;
  int i = 0;
  while (i < n - 2) {
    if (a[i] > a[i + 1]) { a[i], a[i + 1] = a[i + 1], a[i]; change = true; }
    i++;
  }
}
assert(sorted(a, 0, n));
