// The cells that differ from their index are counted; the first one does not.
// tier: 1
// expect cell1: buggy
int n = nondet(1, 10);
int a[n];
for (int i = 0; i < n; i++) {
  a[i] = 2 * i;
}
assert(count(a, 0, n, (x, i) -> x != i) == n);
