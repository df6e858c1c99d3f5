// What has been found is asserted in each round.
// tier: 3
// expect instrument: certified
int n = nondet();
assume(n > 0);
int a[n];
int m = a[0];
for (int i = 0; i < n; i++) {
  if (a[i] > m) m = a[i];
  assert(m == max(a, 0, i + 1));
}
