// A table of squares, then we look at each cell.
// tier: 2
// expect cell1: certified
int n = nondet();
int a[n];
for (int i = 0; i < n; i++) {
  a[i] = i * i;
}
for (int i = 0; i < n; i++) {
  assert(a[i] == i * i);
}
