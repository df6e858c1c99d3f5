// Each cell is set to its index.
// tier: 3
// expect instrument: certified
int a[100];
int i = 0;
while (i < 100) {
  a[i] = i;
  i = i + 1;
}
assert(forall(a, 0, 100, (x, i) -> x == i));
