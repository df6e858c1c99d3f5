// Each cell is set to its index.
// tier: 3
// expect instrument: certified
int a[10];
int i = 0;
while (i < 10) {
  a[i] = i;
  i = i + 1;
}
assert(forall(a, 0, 10, (x, i) -> x == i));
