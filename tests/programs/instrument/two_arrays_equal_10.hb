// Two arrays are built together and have equal sums.
// tier: 3
// expect instrument: certified
int a[10], b[10];
for (int i = 0; i < 10; i++) {
  int v = nondet();
  a[i] = v;
  b[i] = v;
}
assert(sum(a, 0, 10) == sum(b, 0, 10));
