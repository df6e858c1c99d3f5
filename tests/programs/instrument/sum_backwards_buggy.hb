// The loop stops before the first cell.
// tier: 3
// expect instrument: buggy
int n = nondet();
assume(n > 0);
int a[];
int s = 0;
for (int i = n - 1; i > 0; i--) {
  s = s + a[i];
}
assert(s == sum(a, 0, n));
