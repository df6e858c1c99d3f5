// The index moves before the cell is set.
// tier: 3
// expect instrument: buggy
int a[10];
int i = 0;
while (i < 10) {
  i = i + 1;
  a[i] = i;
}
assert(forall(a, 0, 10, (x, i) -> x == i));
