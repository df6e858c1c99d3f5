// The first cell is not counted.
// tier: 3
// expect instrument: buggy
int v = nondet();
int a[100];
int c = 0;
for (int i = 1; i < 100; i++) {
  if (a[i] == v) c++;
}
assert(c == count(a, 0, 100, v));
