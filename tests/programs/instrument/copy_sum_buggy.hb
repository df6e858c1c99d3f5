// The first cell is not copied.
// tier: 3
// expect instrument: buggy
int n = nondet();
assume(n > 0);
int a[], b[];
for (int i = 1; i < n; i++) {
  b[i] = a[i];
}
assert(sum(b, 0, n) == sum(a, 0, n));
