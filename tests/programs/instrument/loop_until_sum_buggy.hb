// The sum may be reached before all is added up, and the rest be zero together.
// tier: 2
// expect instrument: buggy
int n = nondet();
assume(n >= 0);
int a[n];
int s = 0;
int i = 0;
while (s != sum(a, 0, n) && i < n) {
  s += a[i];
  i++;
}
assert(i == n);
