// Negative values are not counted.
// tier: 3
// expect instrument: buggy
int n = nondet();
assume(n > 0);
int a[n];
int other = 0;
for (int i = 0; i < n; i++) {
  if (a[i] > 0) other++;
}
assert(other == count(a, 0, n, (x, i) -> x != 0));
assert(count(a, 0, n, 0) + other == n);
