// The sum of the cells, by a loop that tests at its end.
// tier: 3
// expect instrument: certified
int n = nondet();
assume(n > 0);
int a[n];
int s = 0;
int i = 0;
do {
  s += a[i];
  i++;
} while (i < n);
assert(s == sum(a, 0, n));
