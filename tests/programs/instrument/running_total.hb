// An array is built together with its total.
// tier: 3
// expect instrument: certified
int n = nondet();
assume(n > 0);
int a[];
int total = 0;
for (int i = 0; i < n; i++) {
  a[i] = nondet();
  total += a[i];
}
assert(total == sum(a, 0, n));
