// The sum of the cells, from the last to the first.
// tier: 3
// expect instrument: certified
int n = nondet();
assume(n > 0);
int a[];
int s = 0;
for (int i = n - 1; i >= 0; i--) {
  s = s + a[i];
}
assert(s == sum(a, 0, n));
