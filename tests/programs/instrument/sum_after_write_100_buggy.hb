// The value that the write replaced is forgotten.
// tier: 3
// expect instrument: buggy
int a[100];
for (int i = 0; i < 100; i++) {
  a[i] = 2;
}
int k = nondet(0, 100);
a[k] = 5;
assert(sum(a, 0, 100) == 205);
