// Two arrays are built together and have equal sums.
// tier: 3
// expect instrument: certified
int n = nondet();
assume(n > 0);
int a[], b[];
for (int i = 0; i < n; i++) {
  int v = nondet();
  a[i] = v;
  b[i] = v;
}
assert(sum(a, 0, n) == sum(b, 0, n));
