// The first cell is not counted.
// tier: 3
// expect instrument: buggy
int n = nondet();
assume(n > 0);
int t = nondet();
int a[n];
int c = 0;
for (int i = 1; i < n; i++) {
  if (a[i] > t) {
    c++;
  }
}
assert(c == count(a, 0, n, (x, i) -> x > t));
