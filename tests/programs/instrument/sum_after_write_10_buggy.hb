// The write may lie behind the interval.
// tier: 3
// expect instrument: buggy
int a[10];
for (int i = 0; i < 10; i++) {
  a[i] = 2;
}
int k = nondet(0, 11);
a[k] = 5;
assert(sum(a, 0, 10) == 23);
