// Larger values are counted as well.
// tier: 3
// expect instrument: buggy
int v = nondet();
int a[10];
int c = 0;
for (int i = 0; i < 10; i++) {
  if (a[i] >= v) c++;
}
assert(c == count(a, 0, 10, v));
