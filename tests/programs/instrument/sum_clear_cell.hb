// A cell is set to zero.
// tier: 3
// expect instrument: certified
int n = nondet();
assume(n > 0);
int a[n];
int k = nondet(0, n);
int s = 0;
for (int i = 0; i < n; i++) {
  s += a[i];
}
s -= a[k];
a[k] = 0;
assert(s == sum(a, 0, n));
