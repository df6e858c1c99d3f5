// The sum is known, but the first cell is added twice.
// tier: 3
// expect instrument: buggy
int n = nondet();
assume(n > 0);
int a[n];
assume(sum(a, 0, n) == 10);
int s = a[0];
for (int i = 0; i < n; i++) {
  s += a[i];
}
assert(s == 10);
