// The first cell may be the largest.
// tier: 3
// expect instrument: buggy
int n = nondet();
assume(n > 0);
int a[n];
int i = n - 1;
int m = a[i];
while (i > 1) {
  i--;
  m = max(m, a[i]);
}
assert(m == max(a, 0, n));
