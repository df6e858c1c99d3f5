// One more write after all cells have been set to two.
// tier: 3
// expect instrument: certified
int n = nondet();
assume(n > 0);
int a[n];
for (int i = 0; i < n; i++) {
  a[i] = 2;
}
int k = nondet(0, n);
a[k] = 5;
assert(sum(a, 0, n) == 2 * n + 3);
