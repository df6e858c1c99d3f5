// Two arrays are built together and have equal sums.
// tier: 3
// expect instrument: certified
int a[100], b[100];
for (int i = 0; i < 100; i++) {
  int v = nondet();
  a[i] = v;
  b[i] = v;
}
assert(sum(a, 0, 100) == sum(b, 0, 100));
