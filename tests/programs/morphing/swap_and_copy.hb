// Two arrays are copied and then exchanged.
// from: CM Table 1, swapncopy
// tier: 2
// expect cell1: certified
int n = nondet();
int a[n];
int b[n];
int a0[n];
int b0[n];
int i = 0;
while (i < n) { a0[i] = a[i]; b0[i] = b[i]; i++; }
i = 0;
while (i < n) {
  int t = a[i];
  a[i] = b[i];
  b[i] = t;
  i++;
}
i = 0;
while (i < n) {
  assert(a[i] == b0[i]);
  assert(b[i] == a0[i]);
  i++;
}
