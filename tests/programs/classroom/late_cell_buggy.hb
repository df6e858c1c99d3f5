// A ring of 100 cells is written in each round, and one of its cells becomes too large after 1,000,000 of them.
// tier: 3
// expect cell1: buggy
int a[];
int n = nondet();
for (int k = 0; k < 100; k++) {
  a[k] = 0;
}
for (int i = 0; i < n; i++) {
  a[i % 100] = i;
  assert(a[7] < 1000000);
}
