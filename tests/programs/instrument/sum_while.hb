// The sum of the cells, by a while loop.
// tier: 3
// expect instrument: certified
int n = nondet();
assume(n > 0);
int a[];
int s = 0;
int i = 0;
while (i < n) {
  s = s + a[i];
  i++;
}
assert(s == sum(a, 0, n));
