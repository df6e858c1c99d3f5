// The largest cell, by a loop.
// tier: 3
// expect instrument: certified
int n = nondet();
assume(n > 0);
int a[n];
int m = a[0];
for (int i = 1; i < n; i++) {
  if (a[i] > m) {
    m = a[i];
  }
}
assert(m == max(a, 0, n));
