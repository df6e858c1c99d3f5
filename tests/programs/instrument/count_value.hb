// How often a value occurs, by a loop.
// tier: 3
// expect instrument: certified
int n = nondet();
assume(n > 0);
int v = nondet();
int a[n];
int c = 0;
for (int i = 0; i < n; i++) {
  if (a[i] == v) c++;
}
assert(c == count(a, 0, n, v));
