// The sum of the cells in front of the first negative one.
// tier: 3
// expect instrument: certified
int n = nondet();
assume(n > 0);
int a[];
int s = 0;
int i = 0;
while (i < n) {
  if (a[i] < 0) break;
  s += a[i];
  i++;
}
assert(s == sum(a, 0, i));
