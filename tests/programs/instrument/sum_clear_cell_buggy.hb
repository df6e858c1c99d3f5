// The total is not updated when the cell is cleared.
// tier: 3
// expect instrument: buggy
int n = nondet();
assume(n > 0);
int a[n];
int k = nondet(0, n);
int s = 0;
for (int i = 0; i < n; i++) {
  s += a[i];
}
a[k] = 0;
assert(s == sum(a, 0, n));
