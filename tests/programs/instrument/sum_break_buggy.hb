// The negative cell is added before the loop stops.
// tier: 3
// expect instrument: buggy
int n = nondet();
assume(n > 0);
int a[];
int s = 0;
int i = 0;
while (i < n) {
  s += a[i];
  if (a[i] < 0) break;
  i++;
}
assert(s == sum(a, 0, i));
