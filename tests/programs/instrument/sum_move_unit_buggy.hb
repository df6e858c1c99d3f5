// In the last round the unit leaves the interval.
// tier: 3
// expect instrument: buggy
int n = nondet();
assume(n > 0);
int a[n];
int s = sum(a, 0, n);
for (int i = 0; i < n; i++) {
  a[i]--;
  a[i + 1]++;
}
assert(sum(a, 0, n) == s);
