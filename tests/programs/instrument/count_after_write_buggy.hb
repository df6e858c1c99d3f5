// The one may lie behind the interval.
// tier: 3
// expect instrument: buggy
int n = nondet();
assume(n > 0);
int a[n];
for (int i = 0; i < n; i++) {
  a[i] = 0;
}
a[nondet(0, n + 1)] = 1;
assert(count(a, 0, n, 0) == n - 1);
assert(count(a, 0, n, 1) == 1);
