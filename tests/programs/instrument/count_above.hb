// How many cells are above a threshold.
// tier: 3
// expect instrument: certified
int n = nondet();
assume(n > 0);
int t = nondet();
int a[n];
int c = 0;
for (int i = 0; i < n; i++) {
  if (a[i] > t) {
    c++;
  }
}
assert(c == count(a, 0, n, (x, i) -> x > t));
