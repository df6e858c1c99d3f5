// Cells are said to hold the next index.
// tier: 3
// expect instrument: buggy
int a[100];
int i = 0;
while (i < 100) {
  a[i] = i;
  i = i + 1;
}
assert(forall(a, 0, 100, (x, i) -> x == i + 1));
