// The largest cell, from the last to the first.
// tier: 3
// expect instrument: certified
int n = nondet();
assume(n > 0);
int a[n];
int i = n - 1;
int m = a[i];
while (i > 0) {
  i--;
  m = max(m, a[i]);
}
assert(m == max(a, 0, n));
