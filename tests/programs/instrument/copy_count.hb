// A copy holds a value as often as the array.
// tier: 3
// expect instrument: certified
int n = nondet();
assume(n > 0);
int v = nondet();
int a[n], b[n];
for (int i = 0; i < n; i++) {
  b[i] = a[i];
}
assert(count(b, 0, n, v) == count(a, 0, n, v));
