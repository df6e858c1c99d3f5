// One more write after all cells have been set to two.
// tier: 3
// expect instrument: certified
int a[10];
for (int i = 0; i < 10; i++) {
  a[i] = 2;
}
int k = nondet(0, 10);
a[k] = 5;
assert(sum(a, 0, 10) == 23);
