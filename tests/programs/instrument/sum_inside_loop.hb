// What has been added is asserted in each round.
// tier: 3
// expect instrument: certified
int n = nondet();
assume(n > 0);
int a[n];
int s = 0;
for (int i = 0; i < n; i++) {
  assert(s == sum(a, 0, i));
  s += a[i];
}
