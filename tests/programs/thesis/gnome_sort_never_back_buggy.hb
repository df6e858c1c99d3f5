// The index never walks back.
// from: T Example 14, bubble sort with one index, changed
// tier: 3
// expect cell1: buggy
int n = nondet();
int a[n];
int i = 1;
while (i < n) {
  if (i < 1 || a[i - 1] <= a[i]) { i++; }
  else { a[i - 1], a[i] = a[i], a[i - 1]; i++; }
}
assert(sorted(a, 0, n));
