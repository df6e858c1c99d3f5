// The first value is overwritten before it was saved.
// from: CM Table 1, swapncopy, changed
// tier: 2
// expect cell1: buggy
int n = nondet();
int a[n];
int b[n];
int a0[n];
int b0[n];
int i = 0;
while (i < n) { a0[i] = a[i]; b0[i] = b[i]; i++; }
i = 0;
while (i < n) {
  a[i] = b[i];
  int t = a[i];
  b[i] = t;
  i++;
}
i = 0;
while (i < n) {
  assert(a[i] == b0[i]);
  assert(b[i] == a0[i]);
  i++;
}
