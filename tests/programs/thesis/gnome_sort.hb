// One index walks back while it exchanges and forward otherwise.
// from: T Example 14, bubble sort with one index
// tier: 3
// expect cell2: certified
int n = nondet();
int a[n];
int i = 1;
while (i < n) {
  if (i < 1 || a[i - 1] <= a[i]) { i++; }
  else { a[i - 1], a[i] = a[i], a[i - 1]; i--; }
}
assert(sorted(a, 0, n));
