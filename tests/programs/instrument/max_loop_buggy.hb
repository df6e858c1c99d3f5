// The last cell may be the largest.
// tier: 3
// expect instrument: buggy
int n = nondet();
assume(n > 0);
int a[n];
int m = a[0];
for (int i = 1; i < n - 1; i++) {
  if (a[i] > m) {
    m = a[i];
  }
}
assert(m == max(a, 0, n));
