// The copy lacks the last cell.
// tier: 3
// expect instrument: buggy
int n = nondet();
assume(n > 0);
int v = nondet();
int a[n], b[n];
for (int i = 0; i < n - 1; i++) {
  b[i] = a[i];
}
assert(count(b, 0, n, v) == count(a, 0, n, v));
