// The last cell is not set.
// tier: 3
// expect instrument: buggy
int n = nondet();
assume(n > 0);
int a[n];
int i = 0;
while (i < n - 1) {
  a[i] = i;
  i = i + 1;
}
assert(forall(a, 0, n, (x, i) -> x == i));
