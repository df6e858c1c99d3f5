// Passes over the array until none changes anything.
// from: T Example 14, bubble sort
// tier: 3
// expect cell2: certified
int n = nondet();
int a[n];
bool change = true;
while (change) {
  change = false;
  int i = 0;
  while (i < n - 1) {
    if (a[i] > a[i + 1]) { a[i], a[i + 1] = a[i + 1], a[i]; change = true; }
    i++;
  }
}
assert(sorted(a, 0, n));
