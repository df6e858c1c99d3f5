// The write may lie behind the interval.
// tier: 3
// expect instrument: buggy
int n = nondet();
assume(n > 0);
int a[n];
for (int i = 0; i < n; i++) {
  a[i] = 2;
}
int k = nondet(0, n + 1);
a[k] = 5;
assert(sum(a, 0, n) == 2 * n + 3);
