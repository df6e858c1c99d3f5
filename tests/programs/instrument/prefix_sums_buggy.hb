// The total is stored before the cell is added.
// tier: 3
// expect instrument: buggy
int n = nondet();
assume(n > 0);
int a[n], b[n];
int total = 0;
for (int i = 0; i < n; i++) {
  b[i] = total;
  total += a[i];
}
assert(b[n - 1] == sum(a, 0, n));
