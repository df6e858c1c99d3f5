// It is only noted that the value occurs.
// from: T Example 14, count, changed
// tier: 2
// expect cell1: buggy
int n = nondet();
int v = nondet();
int a[n];
int c = 0;
for (int i = 0; i < n; i++) {
  if (a[i] == v) { c = 1; }
}
assert(c == count(a, 0, n, v));
