// The cell is added before it is set.
// tier: 3
// expect instrument: buggy
int n = nondet();
assume(n > 0);
int a[];
int total = 0;
for (int i = 0; i < n; i++) {
  total += a[i];
  a[i] = nondet();
}
assert(total == sum(a, 0, n));
