// One more write after all cells have been set to two.
// tier: 3
// expect instrument: certified
int a[100];
for (int i = 0; i < 100; i++) {
  a[i] = 2;
}
int k = nondet(0, 100);
a[k] = 5;
assert(sum(a, 0, 100) == 203);
