// The first cell is left out.
// tier: 3
// expect instrument: buggy
int n = nondet();
assume(n > 0);
int a[n];
int s = 0;
for (int i = 1; i < n; i++) {
  s += a[i];
}
assert(s == sum(a, 0, n));
