// The second array gets values of its own.
// tier: 3
// expect instrument: buggy
int a[100], b[100];
for (int i = 0; i < 100; i++) {
  int v = nondet();
  a[i] = v;
  b[i] = nondet();
}
assert(sum(a, 0, 100) == sum(b, 0, 100));
