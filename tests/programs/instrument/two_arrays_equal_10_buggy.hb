// The second array gets larger values.
// tier: 3
// expect instrument: buggy
int a[10], b[10];
for (int i = 0; i < 10; i++) {
  int v = nondet();
  a[i] = v;
  b[i] = v + 1;
}
assert(sum(a, 0, 10) == sum(b, 0, 10));
